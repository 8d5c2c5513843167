import * as z from 'zod/mini'
import type { Addon, AddonIn, AddonValueType, AddonValueTypeIn } from '@/api/models'
import * as rules from '@/lib/rules'
import { channels } from './rates'

export const inputs = ['toggle', 'quantity', 'select', 'text'] as const
export const addonScopes = ['booking', 'trip_order'] as const
export const pricedPer = ['unit', 'pax', 'order'] as const
/** The taxes on add-ons at large, none at all, or some that are named. */
export const taxings = ['usual', 'none', 'own'] as const

const count = z.nullable(rules.atLeast(0))

const choice = z.object({
  id: z.optional(z.number()),
  label: rules.name(80),
  price_delta: z.nullable(z.number()),
  sku: rules.trimmed(60),
  is_default: z.boolean(),
  is_active: z.boolean(),
})

/** A set of choices on its own. */
export const choicesSchema = z.object({
  name: rules.name(80),
  values: z.array(choice).check(z.minLength(1, 'required')),
})

export const addonSchema = z
  .object({
    name: rules.name(120),
    description: rules.text(20_000),
    input: z.enum(inputs),
    scope: z.enum(addonScopes),
    price: rules.atLeast(0),
    price_per: z.enum(pricedPer),
    is_required: z.boolean(),
    min_qty: count,
    max_qty: count,
    enabled_customer_type_ids: z.array(z.number()),
    methods: z.array(z.enum(channels)),
    taxing: z.enum(taxings),
    tax_ids: z.array(z.number()),
    is_commissionable: z.boolean(),
    /** The product whose stock it takes from, or 0. */
    stock_product_id: z.number(),
    /** An existing set of choices, or 0 for a new one of the add-on's own. */
    value_type_id: z.number(),
    values: z.array(choice),
  })
  .check(
    z.refine((one) => one.input !== 'select' || one.values.length > 0, { path: ['values'], message: 'required' }),
    rules.inOrder('min_qty', 'max_qty'),
    z.refine((one) => one.taxing !== 'own' || one.tax_ids.length > 0, { path: ['tax_ids'], message: 'required' }),
  )

export type AddonForm = z.infer<typeof addonSchema>
export type Choice = AddonForm['values'][number]

export const shownAddon = [
  ...['name', 'description', 'input', 'scope', 'price', 'price_per', 'is_required', 'min_qty', 'max_qty'],
  ...[
    'enabled_customer_type_ids',
    'methods',
    'tax_ids',
    'stock_product_id',
    'value_type_id',
    'values',
    'values.*.label',
    'values.*.price_delta',
  ],
]

export const newChoice = (label = ''): Choice => ({
  label,
  price_delta: null,
  sku: '',
  is_default: false,
  is_active: true,
})

/** The choices of a set that are offered; whoever has another keeps it. */
export const choicesOf = (type: AddonValueType | undefined): Choice[] =>
  type?.values
    .filter((value) => value.is_active)
    .map(({ id, label, price_delta, sku, is_default, is_active }) => ({
      id,
      label,
      price_delta: price_delta || null,
      sku: sku ?? '',
      is_default,
      is_active,
    })) ?? []

/** The choices as the server takes them. */
export const choicesBody = (values: Choice[]): AddonValueTypeIn['values'] =>
  values.map((one) => ({ ...one, sku: one.sku || null, price_delta: one.price_delta ?? 0 }))

export function addonOf(addon: Addon | undefined, types: AddonValueType[]): AddonForm {
  return {
    name: addon?.name ?? '',
    description: addon?.description ?? '',
    input: addon?.input ?? 'toggle',
    scope: addon?.scope ?? 'booking',
    price: addon?.price ?? 0,
    price_per: addon?.price_per ?? 'unit',
    is_required: addon?.is_required ?? false,
    min_qty: addon?.min_qty || null,
    max_qty: addon?.max_qty ?? null,
    enabled_customer_type_ids: addon?.enabled_customer_type_ids ?? [],
    methods: channels.filter((one) => addon?.methods.includes(one)),
    taxing: addon?.is_taxable === false ? 'none' : addon?.tax_ids ? 'own' : 'usual',
    tax_ids: addon?.tax_ids ?? [],
    is_commissionable: addon?.is_commissionable ?? true,
    stock_product_id: addon?.stock_product_id ?? 0,
    value_type_id: addon?.value_type_id ?? 0,
    values: choicesOf(types.find((type) => type.id === addon?.value_type_id)),
  }
}

/** The add-on as the server takes it. */
export function addonBody(values: AddonForm, valueType: number | null, addon?: Addon): AddonIn {
  const { name, description, input, scope, price, price_per, is_required, max_qty } = values
  const { enabled_customer_type_ids, methods, is_commissionable, taxing, tax_ids, stock_product_id } = values
  return {
    ...{ name, description, input, scope, price, price_per, is_required, max_qty },
    ...{ enabled_customer_type_ids, methods, is_commissionable },
    ...(addon && { id: addon.id, version: addon.version }),
    is_taxable: taxing !== 'none',
    tax_ids: taxing === 'own' ? tax_ids : null,
    stock_product_id: stock_product_id || null,
    min_qty: values.min_qty ?? 0,
    value_type_id: values.input === 'select' ? valueType : null,
  }
}

/** Whether the choices differ from those of the set they came from, so that the set has to be saved. */
export const isChanged = (values: Choice[], type: AddonValueType | undefined) =>
  JSON.stringify(values) !== JSON.stringify(choicesOf(type))
