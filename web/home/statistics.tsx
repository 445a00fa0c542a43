import { homeTexts, statistics } from '#contract/messages/home.ts'

/** Four figures of the business, read off a steel rule. */
export function Statistics() {
  return (
    <section className="stats wrap" aria-label={homeTexts.statistics}>
      <dl>
        {statistics.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
