import { expect, test } from 'vitest'
import { formatPhone } from './phone'

test.each([
  ['+17735550130', '+1 773 555 0130'],
  ['+447700900047', '+44 7700 900047'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+81901234567', '+81 901 234 567'],
  ['+819012345678', '+81 90 1234 5678'],
  ['+4915112345678', '+49 151 123 456 78'],
  ['+351912345678', '+351 912 345 678'],
  ['+3725123456', '+372 512 3456'],
])('%s is read as %s', (number, text) => expect(formatPhone(number)).toBe(text))

test.each(['207 555 0100', '', '+1', '+1 773 555 0130', 'ask at the desk'])('%j stays as it is', (text) =>
  expect(formatPhone(text)).toBe(text),
)

test('no digit is lost or made up', () => {
  for (const number of ['+1234567', '+123456789012345', '+79991234567', '+6591234567', '+3584512345']) {
    expect(formatPhone(number).replaceAll(' ', '')).toBe(number)
  }
})
