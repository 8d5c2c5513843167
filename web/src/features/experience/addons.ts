import * as z from 'zod/mini'
import type { Addon, AddonIn, AddonValueType } from '@/api/models'
import * as rules from '@/lib/rules'

export const inputs = ['toggle', 'quantity', 'select', 'text'] as const
export const addonScopes = ['booking', 'trip_order'] as const
export const pricedPer = ['unit', 'pax', 'order'] as const

const count = z.nullable(rules.atLeast(0))

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
    /** An existing set of choices, or 0 for a new one of the add-on's own. */
    value_type_id: z.number(),
    values: z.array(
      z.object({
        id: z.optional(z.number()),
        label: rules.name(80),
        price_delta: z.nullable(z.number()),
        sku: z.optional(z.nullable(z.string())),
        is_default: z.boolean(),
        is_active: z.boolean(),
      }),
    ),
  })
  .check(
    z.refine((one) => one.input !== 'select' || one.values.length > 0, { path: ['values'], message: 'required' }),
    z.refine((one) => one.max_qty === null || one.max_qty >= (one.min_qty ?? 0), {
      path: ['max_qty'],
      message: 'positive',
    }),
  )

export type AddonForm = z.infer<typeof addonSchema>
export type Choice = AddonForm['values'][number]

export const shownAddon = [
  ...['name', 'description', 'input', 'scope', 'price', 'price_per', 'is_required', 'min_qty', 'max_qty'],
  ...['enabled_customer_type_ids', 'value_type_id', 'values', 'values.*.label', 'values.*.price_delta'],
]

export const newChoice = (label = ''): Choice => ({ label, price_delta: null, is_default: false, is_active: true })

export const choicesOf = (type: AddonValueType | undefined): Choice[] =>
  type?.values.map(({ id, label, price_delta, sku, is_default, is_active }) => ({
    id,
    label,
    price_delta: price_delta || null,
    sku,
    is_default,
    is_active,
  })) ?? []

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
    value_type_id: addon?.value_type_id ?? 0,
    values: choicesOf(types.find((type) => type.id === addon?.value_type_id)),
  }
}

/** The add-on as the server takes it; its taxes, stock and channels stay as they are. */
export function addonBody(values: AddonForm, valueType: number | null, addon?: Addon): AddonIn {
  const { name, description, input, scope, price, price_per, is_required, max_qty } = values
  return {
    ...{ name, description, input, scope, price, price_per, is_required, max_qty },
    enabled_customer_type_ids: values.enabled_customer_type_ids,
    ...(addon && {
      id: addon.id,
      version: addon.version,
      is_taxable: addon.is_taxable,
      is_commissionable: addon.is_commissionable ?? true,
      stock_product_id: addon.stock_product_id,
      methods: addon.methods as AddonIn['methods'],
    }),
    min_qty: values.min_qty ?? 0,
    value_type_id: values.input === 'select' ? valueType : null,
  }
}

/** Whether the choices differ from those of the set they came from, so that the set has to be saved. */
export const isChanged = (values: Choice[], type: AddonValueType | undefined) =>
  JSON.stringify(values) !== JSON.stringify(choicesOf(type))
