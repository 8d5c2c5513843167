export type Series = {
  id: string
  name: string
  /** One value for each label; null where there is none. */
  values: (number | null)[]
  /** The period before, for comparison: drawn pale. */
  isBefore?: boolean
}

type Props = { label: string; labels: string[]; series: Series[]; format: (value: number) => string }

/** The same figures as a table. */
export function ChartTable({ label, labels, series, format }: Props) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <td />
          {series.map((one) => (
            <th key={one.id} scope="col" className="px-3 py-1.5 text-end text-xs font-medium text-soft">
              {one.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y border-t">
        {labels.map((name, index) => (
          <tr key={index}>
            <th scope="row" className="px-3 py-1.5 text-start font-normal">
              {name}
            </th>
            {series.map((one) => {
              const value = one.values[index] ?? null
              return (
                <td key={one.id} className="px-3 py-1.5 text-end">
                  {value === null ? '–' : format(value)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
