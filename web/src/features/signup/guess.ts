const euro = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME'.split(' ')

const others: Record<string, string> = {
  US: 'USD', CA: 'CAD', GB: 'GBP', AU: 'AUD', NZ: 'NZD', JP: 'JPY', KR: 'KRW', CN: 'CNY', HK: 'HKD', TW: 'TWD',
  SG: 'SGD', TH: 'THB', ID: 'IDR', MY: 'MYR', PH: 'PHP', VN: 'VND', IN: 'INR', AE: 'AED', IL: 'ILS', TR: 'TRY',
  CH: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON', BG: 'BGN',
  MX: 'MXN', BR: 'BRL', AR: 'ARS', CL: 'CLP', CO: 'COP', PE: 'PEN', CR: 'CRC', ZA: 'ZAR', EG: 'EGP', MA: 'MAD',
  KE: 'KES', TZ: 'TZS', RU: 'RUB', UA: 'UAH',
} // prettier-ignore

/** The currency people pay in there; undefined where we do not know. */
export function currencyOf(country: string): string | undefined {
  return euro.includes(country) ? 'EUR' : others[country]
}

/** The country a browser is set to: "pt-BR" is BR, a bare "ja" is JP. */
export function guessCountry(languages: readonly string[]): string {
  for (const language of languages) {
    const { region } = new Intl.Locale(language)
    if (region) return region
  }
  return new Intl.Locale(languages[0] ?? 'en').maximize().region ?? 'US'
}
