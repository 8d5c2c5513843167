// A stand-in for Stripe.js on this development server: the few calls that the trip builder makes.
globalThis.Stripe = () => ({
  elements: () => ({
    create() {
      const root = document.createElement('div')
      root.innerHTML = `<label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" value="4242 4242 4242 4242"></label>`
      const ready = []
      return {
        mount: (target) => {
          const place = typeof target === 'string' ? document.querySelector(target) : target
          place.replaceChildren(root)
          setTimeout(() => ready.forEach((listen) => listen()), 50)
        },
        on: (name, listen) => name === 'ready' && ready.push(listen),
        unmount: () => root.remove(),
        destroy: () => root.remove(),
      }
    },
    submit: () => Promise.resolve({}),
  }),
  async confirmPayment() {
    await new Promise((done) => setTimeout(done, 600))
    const number = document.querySelector('input[name=number]').value.replace(/\s/g, '')
    if (number === '4000000000000002') {
      return { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }
    }
    return { paymentIntent: { id: 'pi_dev', status: 'succeeded' } }
  },
})
