/*
 * A stand-in for Stripe.js that talks to the Stripe double it was loaded from.
 * It takes test cards only and moves no money. Written for development and browser tests.
 */
(() => {
  "use strict";
  const script = document.currentScript ?? document.querySelector('script[src$="/stripe.js"]');
  const BASE = new URL(script.src).origin;
  // The server puts the texts here, by language (words.json).
  const WORDS = "__WORDS__";
  const CSS = `
    :host { display: block; font: 16px/1.4 var(--font, system-ui, sans-serif); color: var(--text, #1a1f36); }
    .note { margin: 0 0 12px; padding: 8px 12px; border-radius: var(--radius, 6px); font-size: 14px;
      background: #fff4d6; color: #5c3d00; }
    .grid { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px; }
    .number { grid-column: 1 / -1; }
    @media (max-width: 340px) { .grid { grid-template-columns: 1fr; } }
    label { display: block; margin-bottom: 4px; font-size: 14px; }
    input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; font: inherit;
      color: inherit; background: var(--background, #fff); border: 1px solid #7d8699;
      border-radius: var(--radius, 6px); }
    input:focus-visible, button:focus-visible { outline: 3px solid var(--primary, #0570de); outline-offset: 1px; }
    input[aria-invalid="true"] { border-color: var(--danger, #b3261e); }
    .error { margin: 4px 0 0; font-size: 14px; color: var(--danger, #b3261e); }
    .error:empty { display: none; }
    dialog { max-width: 22rem; padding: 24px; border: 0; border-radius: 12px; }
    dialog::backdrop { background: rgb(0 0 0 / 55%); }
    h2 { margin: 0 0 8px; font-size: 20px; }
    button { min-height: 44px; padding: 8px 20px; margin-right: 8px; font: inherit; cursor: pointer;
      border: 1px solid #7d8699; border-radius: 6px; background: #fff; color: #1a1f36; }
    button.main { background: var(--primary, #0570de); border-color: transparent; color: #fff; }
    button.wallet { width: 100%; margin: 0; background: #000; border-color: transparent; color: #fff; font-weight: 600; }`;
  const WALLET_CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };

  const wordsFor = (locale) => {
    const wanted = !locale || locale === "auto" ? navigator.language : locale;
    return WORDS[wanted.slice(0, 2).toLowerCase()] ?? WORDS.en;
  };
  const make = (tag, props = {}, children = []) => {
    const { attributes = {}, ...rest } = props;
    const node = Object.assign(document.createElement(tag), rest);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };
  // A constructed sheet passes a page's content security policy, a <style> element may not.
  const shadow = (host) => {
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
    return root;
  };
  const digits = (text) => text.replace(/\D/g, "");
  const isLuhn = (number) => [...number].reverse().reduce((sum, c, i) => {
    const d = Number(c) * (i % 2 ? 2 : 1);
    return sum + (d > 9 ? d - 9 : d);
  }, 0) % 10 === 0;
  const expiryOf = (text) => {
    const [, month = "", year = ""] = /^\s*(\d{1,2})\D*(\d{2}|\d{4})\s*$/.exec(text) ?? [];
    return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
  };

  const flatten = (value, prefix, out) => {
    for (const [name, inner] of Object.entries(value)) {
      const key = prefix ? `${prefix}[${name}]` : name;
      if (inner === undefined || inner === null || inner === "") continue;
      if (typeof inner === "object") flatten(inner, key, out);
      else out.append(key, String(inner));
    }
    return out;
  };

  class CardForm {
    constructor(options, words) {
      this.words = words;
      this.listeners = {};
      this.host = make("div");
      const root = shadow(this.host);
      this.paint(options.appearance);
      this.fields = {
        number: this.field("number", "cc-number", "1234 1234 1234 1234", 23),
        expiry: this.field("expiry", "cc-exp", "MM / YY", 9),
        cvc: this.field("cvc", "cc-csc", "CVC", 4),
        postal: this.field("postal", "postal-code", "", 12),
      };
      root.append(
        make("p", { className: "note", textContent: words.note }),
        make("div", { className: "grid" }, Object.values(this.fields).map((field) => field.box)),
      );
    }

    paint(appearance) {
      const look = appearance?.variables ?? {};
      const map = { "--font": look.fontFamily, "--text": look.colorText, "--radius": look.borderRadius,
        "--background": look.colorBackground, "--primary": look.colorPrimary, "--danger": look.colorDanger };
      for (const [name, value] of Object.entries(map)) if (value) this.host.style.setProperty(name, value);
    }

    field(name, autocomplete, placeholder, maxLength) {
      const input = make("input", { id: name, placeholder, maxLength, autocomplete,
        inputMode: name === "postal" ? "text" : "numeric",
        attributes: { "aria-describedby": `${name}-error` } });
      const error = make("p", { className: "error", id: `${name}-error`, attributes: { role: "alert" } });
      const label = make("label", { htmlFor: name, textContent: this.words[name] });
      input.addEventListener("input", () => { this.format(name, input); this.show(name, ""); this.changed(); });
      input.addEventListener("blur", () => { if (input.value) this.show(name, this.problem(name)); });
      return { input, error, box: make("div", { className: name }, [label, input, error]) };
    }

    format(name, input) {
      if (input.selectionEnd !== input.value.length) return;
      if (name === "number") input.value = digits(input.value).slice(0, 19).replace(/(\d{4})(?=\d)/g, "$1 ");
      if (name === "cvc") input.value = digits(input.value);
      if (name === "expiry" && /^\d{3,4}$/.test(input.value)) input.value = input.value.replace(/^(\d\d)/, "$1 / ");
    }

    problem(name) {
      const text = this.fields[name].input.value;
      if (name === "number") return digits(text).length > 11 && isLuhn(digits(text)) ? "" : this.words.badNumber;
      if (name === "cvc") return /^\d{3,4}$/.test(text) ? "" : this.words.badCvc;
      if (name === "postal") return "";
      const { month, year } = expiryOf(text);
      if (!(month >= 1 && month <= 12 && year > 0)) return this.words.badExpiry;
      return new Date(year, month) > new Date() ? "" : this.words.past;
    }

    show(name, message) {
      const { input, error } = this.fields[name];
      error.textContent = message;
      input.setAttribute("aria-invalid", String(message !== ""));
    }

    get isComplete() { return Object.keys(this.fields).every((name) => !this.problem(name)); }

    changed() {
      const empty = Object.values(this.fields).every((field) => !field.input.value);
      this.tell("change", { elementType: "payment", complete: this.isComplete, empty, collapsed: false, value: { type: "card" } });
    }

    validate() {
      const names = Object.keys(this.fields);
      for (const name of names) this.show(name, this.problem(name));
      const wrong = names.find((name) => this.problem(name));
      if (!wrong) return null;
      this.fields[wrong].input.focus();
      return { type: "validation_error", code: `incomplete_${wrong}`, message: this.problem(wrong) };
    }

    methodData(billing = {}) {
      const { month, year } = expiryOf(this.fields.expiry.input.value);
      const card = { number: digits(this.fields.number.input.value), exp_month: month, exp_year: year, cvc: this.fields.cvc.input.value };
      const postal = this.fields.postal.input.value.trim();
      const address = { ...billing.address, ...(postal ? { postal_code: postal } : {}) };
      return { type: "card", card, billing_details: { ...billing, address } };
    }

    mount(target) {
      const place = typeof target === "string" ? document.querySelector(target) : target;
      if (!place) throw new Error(`Nothing to mount on: ${target}`);
      place.replaceChildren(this.host);
      setTimeout(() => this.tell("ready", { elementType: "payment" }), 0);
    }

    on(name, listener) { (this.listeners[name] ??= []).push(listener); return this; }
    off(name, listener) { this.listeners[name] = (this.listeners[name] ?? []).filter((l) => listener && l !== listener); return this; }
    tell(name, event) { for (const listener of this.listeners[name] ?? []) listener(event); }
    focus() { this.fields.number.input.focus(); }
    clear() { for (const field of Object.values(this.fields)) field.input.value = ""; }
    unmount() { this.host.remove(); }
    destroy() { this.unmount(); this.listeners = {}; }
  }

  /* The wallet that every device has here: one touch pays with the test card. */
  class Wallet {
    constructor() {
      this.listeners = {};
      this.host = make("div");
      const button = make("button", { type: "button", className: "wallet", textContent: "Test Pay" });
      button.addEventListener("click", () => this.tell("confirm", { expressPaymentType: "link" }));
      shadow(this.host).append(button);
    }

    mount(target) {
      const place = typeof target === "string" ? document.querySelector(target) : target;
      place.replaceChildren(this.host);
      setTimeout(() => this.tell("ready", { availablePaymentMethods: { link: true } }), 0);
    }

    on(name, listener) { (this.listeners[name] ??= []).push(listener); return this; }
    tell(name, event) { for (const listener of this.listeners[name] ?? []) listener(event); }
    validate() { return null; }
    methodData() { return { type: "card", card: WALLET_CARD }; }
    unmount() { this.host.remove(); }
    destroy() { this.unmount(); this.listeners = {}; }
  }

  const challenge = (words) => new Promise((resolve) => {
    const host = make("div");
    const button = (outcome, className) => make("button", { type: "button", className, textContent: words[outcome], onclick: () => done(outcome) });
    const dialog = make("dialog", { attributes: { "aria-labelledby": "title" } }, [
      make("h2", { id: "title", textContent: words.title }), make("p", { textContent: words.ask }),
      button("complete", "main"), button("fail", ""),
    ]);
    const done = (outcome) => { host.remove(); resolve(outcome); };
    dialog.addEventListener("cancel", () => done("fail"));
    shadow(host).append(dialog);
    document.body.append(host);
    dialog.showModal();
  });

  function Stripe(key, settings = {}) {
    if (typeof key !== "string" || !key.startsWith("pk_test_")) throw new Error("The stand-in for Stripe.js wants a key that starts with pk_test_.");
    let words = wordsFor(settings.locale);
    const call = async (method, path, values) => {
      const form = flatten({ ...values, key, _stripe_account: settings.stripeAccount }, "", new URLSearchParams());
      const target = `${BASE}/v1/${path}${method === "GET" ? `?${form}` : ""}`;
      try {
        const answer = await fetch(target, { method, credentials: "omit", ...(method === "GET" ? {} : { body: form }) });
        return await answer.json();
      } catch {
        return { error: { type: "api_connection_error", message: words.offline } };
      }
    };
    // What a secret belongs to: a payment, or a card that is set up for later.
    const kindOf = (secret) => (String(secret).startsWith("seti_") ? "setup" : "payment");
    const pathOf = (secret) => `${kindOf(secret)}_intents/${encodeURIComponent(String(secret).split("_secret_")[0])}`;
    const result = (found) => {
      if (found.error) return { error: found.error };
      const kind = found.object === "setup_intent" ? "setup" : "payment";
      const problem = found[`last_${kind}_error`];
      const failed = found.status === "requires_payment_method" && problem;
      return failed ? { error: { ...problem, [`${kind}_intent`]: found } } : { [`${kind}Intent`]: found };
    };
    const finish = async (found, client_secret) => {
      if (found.error || found.status !== "requires_action") return result(found);
      const outcome = await challenge(words);
      return result(await call("POST", `${pathOf(client_secret)}/challenge`, { client_secret, outcome }));
    };
    const retrieve = async (secret) => {
      const found = await call("GET", pathOf(secret), { client_secret: secret });
      return found.error ? { error: found.error } : { [`${kindOf(secret)}Intent`]: found };
    };
    const confirm = async ({ elements, clientSecret, confirmParams = {}, redirect = "always" }) => {
      const form = elements?.getElement("payment") ?? elements?.getElement("expressCheckout");
      const secret = clientSecret ?? elements?.options.clientSecret;
      const error = form?.validate();
      if (error) return { error };
      const { payment_method_data: data, ...more } = confirmParams;
      const method = form ? { payment_method_data: form.methodData(data?.billing_details) } : {};
      const found = await call("POST", `${pathOf(secret)}/confirm`, { ...more, ...method, client_secret: secret, use_stripe_sdk: true });
      const outcome = await finish(found, secret);
      if (outcome.error || redirect === "if_required") return outcome;
      const kind = kindOf(secret);
      const back = new URL(confirmParams.return_url);
      back.searchParams.set(`${kind}_intent`, outcome[`${kind}Intent`].id);
      back.searchParams.set(`${kind}_intent_client_secret`, secret);
      back.searchParams.set("redirect_status", outcome[`${kind}Intent`].status);
      location.assign(back);
      return new Promise(() => {});
    };
    return {
      _registerWrapper() {},
      elements(options = {}) {
        if (options.locale) words = wordsFor(options.locale);
        let form = null;
        return {
          options,
          create(kind) {
            if (kind !== "payment" && kind !== "expressCheckout") throw new Error(`The stand-in for Stripe.js has no element '${kind}'.`);
            return (form = kind === "payment" ? new CardForm(options, words) : new Wallet());
          },
          // A group holds the card's fields or the wallet, as our pages make them.
          getElement: (kind) => (kind === "expressCheckout" ? form instanceof Wallet : form instanceof CardForm) ? form : null,
          update(more) {
            Object.assign(options, more);
            form?.paint?.(options.appearance);
          },
          fetchUpdates: async () => ({}),
          submit: async () => { const error = form?.validate(); return error ? { error } : { selectedPaymentMethod: "card" }; },
        };
      },
      confirmPayment: confirm,
      confirmSetup: confirm,
      retrievePaymentIntent: retrieve,
      retrieveSetupIntent: retrieve,
      async createPaymentMethod({ elements, params = {} }) {
        const form = elements.getElement("payment");
        const error = form.validate();
        if (error) return { error };
        const found = await call("POST", "payment_methods", form.methodData(params.billing_details));
        return found.error ? { error: found.error } : { paymentMethod: found };
      },
      async handleNextAction({ clientSecret }) {
        return finish(await call("GET", pathOf(clientSecret), { client_secret: clientSecret }), clientSecret);
      },
    };
  }
  window.Stripe = Object.assign(Stripe, { version: 3, isStandIn: true });
})();
