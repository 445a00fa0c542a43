/** The p95 of each act, at each size of the catalogue. */
export type Growth = { sizes: number[]; acts: { name: string; p95: number[] }[] }

const BOX = { width: 720, height: 420, left: 64, right: 190, top: 40, bottom: 56 }
const TITLE = 'Time that 95 of 100 requests stay below, by parts in the catalogue'
const INKS = ['#c2410c', '#1d4ed8', '#15803d', '#7c3aed', '#0f766e']

/** The p95 of each act over the size of the catalogue, both on logarithmic axes, as a drawing that stands alone. */
export function plotGrowth({ sizes, acts }: Growth): string {
  const all = acts.flatMap(({ p95 }) => p95).filter((value) => value > 0)
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...all)))
  const highest = 10 ** Math.ceil(Math.log10(Math.max(...all)))
  const x = scale([sizes[0] ?? 1, sizes.at(-1) ?? 10], [BOX.left, BOX.width - BOX.right])
  const y = scale([lowest, highest], [BOX.height - BOX.bottom, BOX.top])
  const decades = Array.from(
    { length: Math.round(Math.log10(highest / lowest)) + 1 },
    (_, at) => lowest * 10 ** at,
  )
  const labels = spreadLabels(acts.map(({ p95 }) => y(p95.at(-1) ?? lowest)))
  const lines = acts.map(({ name, p95 }, at) => {
    const ink = INKS[at % INKS.length]
    const points = p95.map((ms, step) => `${x(sizes[step] ?? 1).toFixed(1)},${y(ms).toFixed(1)}`)
    const dots = points.map(
      (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3" fill="${ink}"/>`,
    )
    const label = `${name}, ${p95.at(-1)?.toFixed(1)} ms`
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${ink}" stroke-width="2"/>${dots.join('')}
<text x="${BOX.width - BOX.right + 12}" y="${((labels[at] ?? 0) + 4).toFixed(1)}" fill="${ink}">${label}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX.width} ${BOX.height}" role="img" font-family="sans-serif" font-size="13">
<title>${TITLE}</title>
<rect width="100%" height="100%" fill="#fbfaf7"/>
<text x="${BOX.left}" y="22" font-size="15" fill="#1c1917">${TITLE}</text>
${decades.map((ms) => rule(BOX.left, y(ms), `${ms} ms`)).join('\n')}
${sizes.map((size) => mark(x(size), size.toLocaleString('en-US'))).join('\n')}
${lines.join('\n')}
</svg>
`
}

function scale([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  const span = Math.log(high / low) || 1
  return (value) => from + (Math.log(value / low) / span) * (to - from)
}

function rule(x: number, y: number, label: string): string {
  const right = BOX.width - BOX.right
  return `<line x1="${x}" y1="${y.toFixed(1)}" x2="${right}" y2="${y.toFixed(1)}" stroke="#1c191722"/><text x="${x - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end" fill="#57534e">${label}</text>`
}

function mark(x: number, label: string): string {
  return `<text x="${x.toFixed(1)}" y="${BOX.height - BOX.bottom + 24}" text-anchor="middle" fill="#57534e">${label}</text>`
}

/** Keeps labels a line apart, in the order of their lines. */
function spreadLabels(heights: number[]): number[] {
  const order = heights.map((height, at) => ({ height, at })).sort((a, b) => a.height - b.height)
  let last = Number.NEGATIVE_INFINITY
  const placed: number[] = []
  for (const { height, at } of order) {
    last = Math.max(height, last + 17)
    placed[at] = last
  }
  return placed
}
