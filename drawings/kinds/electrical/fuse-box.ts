import { balloon, centreLine, dimension, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, int } from '../../kind.ts'
import { hole } from '../../parts.ts'
import { circle, edge, rect, solid } from '../../pens.ts'

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
      // tray with screw ears and a terminal block
      // ears
      [x - 8, x + W + 8].map((ex) => [circle(ex, y + H / 2, 9, 'bold', 'plate'), hole(ex, y + H / 2, 4)]),
      rect(x, y, W, H, 'bold', 'plate', 5),
      rect(x + 4, y + 4, W - 8, H - 8, 'thin', 'none', 3),
      [x + 8, x + W - 20].map((cx) => rect(cx, y - 4, 12, 5, 'mid', 'plate', 1)),
      centreLine(x - 22, y + H / 2, x + W + 22, y + H / 2),
      range(ways).map((i) =>
        fuse(x + 11 + ((i % columns) + 0.5) * pitch, y + 18 + Math.floor(i / columns) * 46, pitch, i),
      ),
      // one blade fuse from the front, enlarged
      solid`M244 70Q244 64 250 64H294Q300 64 300 70V102L296 108H248L244 102Z`,
      solid`M248 108H264V144L261 150H251L248 144Z`,
      solid`M280 108H296V144L293 150H283L280 144Z`,
      edge`M256 108V92C256 80 268 82 272 88S288 94 288 86V108`,
      text(272, 77, '15', { size: 11, weight: 'bold' }),
      centreLine(272, 56, 272, 158),
      dimension(244, 150, 300, 150, 22, '19.1'),
      dimension(x, y + H, x + W, y + H, 20, Math.round(columns * 12.5 + 30)),
      balloon(callout, 20, 24, x + 8, y + 8),
    ]
  },
})

function fuse(x: number, y: number, pitch: number, index: number) {
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
