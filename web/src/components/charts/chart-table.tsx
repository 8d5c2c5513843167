export type Series = {
  id: string
  name: string
  /** One value for each label; null where there is none. */
  values: (number | null)[]
  /** The period before, for comparison: drawn pale. */
  isBefore?: boolean
}

type Props = { label: string; labels: string[]; series: Series[]; format: (value: number) => string }

/** The same figures as a table, for those who hear the page. */
export function ChartTable({ label, labels, series, format }: Props) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <td />
          {series.map((one) => (
            <th key={one.id} scope="col">
              {one.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((name, index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            {series.map((one) => {
              const value = one.values[index] ?? null
              return <td key={one.id}>{value === null ? '–' : format(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
