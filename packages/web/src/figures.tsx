/** Numbers beside each other, each under its name. */
export function Figures({ of }: { of: readonly (readonly [string, string])[] }) {
  return (
    <dl class="figures">
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
