import { balloon, cardOnly, centreLine, dimension, text } from '../../annotations.ts'
import { regular } from '../../geometry.ts'
import { defineDrawing, int } from '../../kind.ts'
import { circle, moved, path, polygon, thin } from '../../pens.ts'

/** Usual sizes of combination spanners, in millimetres. */
const RUN = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 30, 32]
const TOP = 30
const LEFT = 20
const WIDTH = 262

export const spannerSet = defineDrawing({
  kind: 'spanner-set',
  title: (p) => `Combination spanners, set of ${p.sizes}`,
  params: { sizes: int(8, 2, 18) },
  draw: ({ sizes, callout }) => {
    const widths = RUN.slice(0, sizes)
    const step = WIDTH / sizes
    const placed = widths.map((size, i) => {
      const share = sizes === 1 ? 1 : i / (sizes - 1)
      return spanner(
        LEFT + step * (i + 0.5),
        78 + share * 92,
        Math.min(15, step * 0.36) * (0.62 + 0.38 * share),
        size,
      )
    })
    const last = LEFT + step * (sizes - 0.5)
    return [
      placed,
      dimension(
        last + Math.min(15, step * 0.36),
        TOP,
        last + Math.min(15, step * 0.36),
        TOP + 170,
        -18,
        Math.round(90 + (widths.at(-1) ?? 8) * 8.6),
      ),
      balloon(callout, 30, 208, LEFT + step * 0.5, TOP + 50),
    ]
  },
})

/** Open end above, ring below; `r` is the radius of the heads. */
function spanner(x: number, length: number, r: number, size: number) {
  const ring = TOP + length - r * 1.1
  const jaw = TOP + r * 1.15
  const neck = r * 0.42
  // small heads need thinner lines and no inner lines
  const isSmall = r < 7
  const edge = isSmall ? 'mid' : 'bold'
  return [
    path(
      `M${x - neck} ${jaw + r * 0.6}L${x - neck * 0.86} ${(jaw + ring) / 2}L${x - neck} ${ring - r * 0.6}H${x + neck}L${x + neck * 0.86} ${(jaw + ring) / 2}L${x + neck} ${jaw + r * 0.6}Z`,
      edge,
      'plate',
    ),
    !isSmall &&
      thin`M${x - neck * 0.4} ${jaw + r * 1.3}V${ring - r * 1.3}M${x + neck * 0.4} ${jaw + r * 1.3}V${ring - r * 1.3}`,
    moved(x, jaw, 15, [
      path(
        `M${-r * 0.52} ${-r * 1.15}L${-r * 0.95} ${-r * 0.7}A${r} ${r} 0 1 0 ${r * 0.95} ${-r * 0.7}L${r * 0.52} ${-r * 1.15}V${-r * 0.1}L0 ${r * 0.22}L${-r * 0.52} ${-r * 0.1}Z`,
        edge,
        'plate',
      ),
    ]),
    circle(x, ring, r, edge, 'plate'),
    polygon(regular(x, ring, r * 0.66, 12, 15), 'mid', 'plate'),
    !isSmall && circle(x, ring, r * 0.86, 'thin'),
    centreLine(x, TOP - 8, x, TOP + length + 8),
    r > 5.2 && cardOnly(text(x, TOP + length + 18, size, { size: 9, halo: true })),
  ]
}
