import { balloon, dimension } from '../../dimensions.ts'
import { range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { text } from '../../lettering.ts'
import type { Mark } from '../../marks.ts'
import { int } from '../../params.ts'
import { hole } from '../../parts.ts'
import { centreLine, circle, path, rect } from '../../pens.ts'

/** A usual layout of ratings, in amperes. */
const AMPS = [10, 15, 5, 20, 7.5, 30, 10, 25, 15, 40, 5, 20]

export const fuseBox = defineDrawing({
  kind: 'fuse-box',
  title: (p) => `Fuse box, ${p.ways} ways`,
  params: { ways: int(12, 4, 24) },
  crop: [16, 24, 204, 186],
  draw: ({ ways, callout }) => {
    const rows = ways > 16 ? 3 : 2
    const columns = Math.ceil(ways / rows)
    const pitch = Math.min(26, 156 / columns)
    const W = columns * pitch + 22
    const H = rows * 46 + 30
    const x = 116 - W / 2
    const y = 114 - H / 2
    return [
      box(x, y, W, H),
      range(ways).map((i) =>
        fuse(x + 11 + ((i % columns) + 0.5) * pitch, y + 18 + Math.floor(i / columns) * 46, pitch, i),
      ),
      blade(),
      dimension(x, y + H, x + W, y + H, 20, Math.round(columns * 12.5 + 30)),
      balloon(callout, 20, 24, x + 8, y + 8),
    ]
  },
})

/** Tray with screw ears and a terminal block. */
function box(x: number, y: number, W: number, H: number): Mark {
  const ears = [x - 8, x + W + 8].map((ex) => [
    circle(ex, y + H / 2, 9, 'bold', 'plate'),
    hole(ex, y + H / 2, 4),
  ])
  return [
    ears,
    rect(x, y, W, H, 'bold', 'plate', 5),
    rect(x + 4, y + 4, W - 8, H - 8, 'thin', 'none', 3),
    [x + 8, x + W - 20].map((cx) => rect(cx, y - 4, 12, 5, 'mid', 'plate', 1)),
    centreLine(x - 22, y + H / 2, x + W + 22, y + H / 2),
  ]
}

function fuse(x: number, y: number, pitch: number, index: number): Mark {
  const w = pitch * 0.56
  return [
    rect(x - w / 2 - 2, y - 2, w + 4, 38, 'thin', 'plate', 1),
    rect(x - w / 2, y, w, 34, 'mid', 'plate', 1.5),
    rect(x - w / 2 + 1.6, y + 3, w - 3.2, 6, 'mid', 'tint'),
    rect(x - w / 2 + 1.6, y + 25, w - 3.2, 6, 'mid', 'tint'),
    text(x + 2.4, y + 17, AMPS[index % AMPS.length] ?? 10, {
      size: Math.min(7.5, pitch * 0.34),
      rotate: -90,
      weight: 'semi',
    }),
  ]
}

/** One blade fuse from the front, enlarged. */
function blade(): Mark {
  const x = 272
  const y = 96
  return [
    path(
      `M${x - 28} ${y - 26}Q${x - 28} ${y - 32} ${x - 22} ${y - 32}H${x + 22}Q${x + 28} ${y - 32} ${x + 28} ${y - 26}V${y + 6}L${x + 24} ${y + 12}H${x - 24}L${x - 28} ${y + 6}Z`,
      'bold',
      'plate',
    ),
    path(
      `M${x - 24} ${y + 12}H${x - 8}V${y + 48}L${x - 11} ${y + 54}H${x - 21}L${x - 24} ${y + 48}Z`,
      'bold',
      'plate',
    ),
    path(
      `M${x + 8} ${y + 12}H${x + 24}V${y + 48}L${x + 21} ${y + 54}H${x + 11}L${x + 8} ${y + 48}Z`,
      'bold',
      'plate',
    ),
    path(
      `M${x - 16} ${y + 12}V${y - 4}C${x - 16} ${y - 16} ${x - 4} ${y - 14} ${x} ${y - 8}S${x + 16} ${y - 2} ${x + 16} ${y - 10}V${y + 12}`,
      'mid',
    ),
    text(x, y - 19, '15', { size: 11, weight: 'bold' }),
    centreLine(x, y - 40, x, y + 62),
    dimension(x - 28, y + 54, x + 28, y + 54, 22, '19.1'),
  ]
}
