import { arcText, balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { type Point, points, polar, radians, range } from '../../geometry.ts'
import { defineDrawing, int, oneOf } from '../../kind.ts'
import { circle, path, rect, rings } from '../../pens.ts'

interface Tyre {
  w: number
  ar: number
  rim: number
  pattern: 'v' | 'block' | 'rib'
}

const CX = 104
const CY = 116
const INCH = 25.4

export const tyre = defineDrawing({
  kind: 'tyre',
  title: (p) => `Tyre ${p.w}/${p.ar} R${p.rim}`,
  params: {
    w: int(205, 125, 355),
    ar: int(55, 25, 85),
    rim: int(16, 12, 22),
    pattern: oneOf('v', 'block', 'rib'),
  },
  crop: [10, 22, 188, 188],
  draw: (p) => {
    const m = measure(p)
    return [sidewall(p, m), tread(p, m), balloon(p.callout, 20, 26, ...polar(CX, CY, m.R - 3, 226))]
  },
})

type Measures = ReturnType<typeof measure>

function measure({ w, ar, rim }: Tyre) {
  const diameter = rim * INCH + (2 * w * ar) / 100
  const scale = Math.min(0.252, 92 / (diameter / 2), 84 / (w * 1.12))
  const W = w * scale * 1.12
  return { diameter, R: (diameter / 2) * scale, r: ((rim * INCH) / 2) * scale, W, x: Math.min(226, 292 - W) }
}

function sidewall(p: Tyre, { R, r }: Measures) {
  const blocks = range(90).map(
    (i) => `M${points([polar(CX, CY, R, i * 4), polar(CX, CY, R - 5.5, i * 4 + 1.4)])}`,
  )
  const middle = (R + r) / 2 - 5 + Math.max(0, 24 - (R - r)) * 0.22
  const size = Math.min(1, (R - r) / 26)
  const axis: Point = [CX, CY]
  return [
    circle(CX, CY, R, 'bold', 'plate'),
    path(blocks.join(''), 'mid'),
    rings(CX, CY, [R - 5.5], [R - 8]),
    arcText(`${p.w}/${p.ar} R${p.rim}`, axis, middle, -90, 8.5 * size, 1.18),
    arcText('RADIAL TUBELESS', axis, middle, 40, 5.6 * size, 1.25),
    arcText('91V', axis, middle, 150, 7 * size, 1.2),
    rings(CX, CY, [r + 2.5], [r + 8 * size, r + 5.5 * size]),
    circle(CX, CY, r, 'bold'),
    circle(CX, CY, r - 3, 'thin'),
    centreCross(CX, CY, R + 8),
    leader(...polar(CX, CY, r, 128), CX - 8, CY + 8, `R${p.rim}`),
  ]
}

const PITCH = { v: 11, block: 9, rib: 13 }
const GROOVES = { v: [0.3, 0.5, 0.7], block: [0.3, 0.5, 0.7], rib: [0.24, 0.42, 0.58, 0.76] }

/** The tread from the front, pitched by the true angle round the tyre. */
function tread(p: Tyre, { R, W, x, diameter }: Measures) {
  const lugs = range(156 / PITCH[p.pattern] + 1).map((i) => {
    const a = -78 + i * PITCH[p.pattern]
    const y = (turn: number) => CY + R * Math.sin(radians(a + turn))
    return LUGS[p.pattern]({ a, y, x, W, inset: Math.abs(a) > 62 ? 6 : 1 })
  })
  const groove = (share: number) =>
    rect(x + W * share - 1.7, CY - R + 1.2, 3.4, 2 * R - 2.4, 'thin', 'plate', 1)
  return [
    rect(x, CY - R, W, 2 * R, 'bold', 'plate', 15),
    path(lugs.join(''), 'mid'),
    GROOVES[p.pattern].map(groove),
    centreLine(x + W / 2, CY - R - 8, x + W / 2, CY + R + 8),
    dimension(x, CY + R, x + W, CY + R, 19, p.w),
    dimension(x + W, CY - R, x + W, CY + R, -14, `⌀${Math.round(diameter)}`),
  ]
}

interface Lug {
  a: number
  y: (turn: number) => number
  x: number
  W: number
  inset: number
}

function vLug({ a, y, x, W, inset }: Lug): string {
  if (a > 64) return ''
  const m = x + W / 2
  return `M${x + inset} ${y(0)}Q${m - W * 0.2} ${y(2)} ${m - 2.5} ${y(13)}M${x + W - inset} ${y(5)}Q${m + W * 0.2} ${y(7)} ${m + 2.5} ${y(18)}M${x + inset} ${y(2.6)}Q${m - W * 0.22} ${y(4.4)} ${m - W * 0.17} ${y(8.6)}M${x + W - inset} ${y(7.6)}Q${m + W * 0.22} ${y(9.4)} ${m + W * 0.17} ${y(13.6)}`
}

function blockLug({ y, x, W, inset }: Lug): string {
  const m = x + W / 2
  const outer = `M${x + inset} ${y(0)}L${x + W * 0.27} ${y(-2)}M${x + W * 0.33} ${y(3)}L${m - 3} ${y(-2)}M${m + 3} ${y(3)}L${x + W * 0.67} ${y(-2)}M${x + W * 0.73} ${y(4)}L${x + W - inset} ${y(2)}`
  return `${outer}M${x + W * 0.36} ${y(6)}L${m - 5} ${y(2.5)}M${m + 5} ${y(6.5)}L${x + W * 0.65} ${y(3)}`
}

const ribLug = ({ y, x, W, inset }: Lug) =>
  `M${x + inset} ${y(0)}L${x + W * 0.24} ${y(4)}M${x + W * 0.76} ${y(4)}L${x + W - inset} ${y(0)}M${x + W * 0.44} ${y(5)}L${x + W * 0.56} ${y(8)}`

const LUGS = { v: vLug, block: blockLug, rib: ribLug }
