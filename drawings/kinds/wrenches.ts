import { dimension, leader } from '../annotations.ts'
import { polar, range, regularPolygon } from '../geometry.ts'
import { defineDrawing, int, intList, label } from '../kind.ts'
import { text } from '../lettering.ts'
import { type Label, moved, notInThumb } from '../marks.ts'
import { axis, dashed, edge, fine, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, polygon, rect, rings } from '../shapes.ts'

const DRIVE = /^[0-9/ .]{1,5}["″]?$/

export const socketWrench = defineDrawing({
  kind: 'socket-wrench',
  title: (p) => `Ratchet ${p.drive} with sockets ${p.sockets.join(', ')} mm`,
  params: { drive: label('1/2″', 6, DRIVE), sockets: intList([24, 19, 17, 13, 10], 4, 36, 8) },
  draw: ({ sockets, say }) => {
    const widths = sockets.map((size) => 15 + size * 0.78)
    const total = widths.reduce((sum, w) => sum + w, 0)
    const scale = Math.min(1, (256 - 8 * sockets.length) / total)
    const gap = Math.min(17, (256 - total * scale) / sockets.length)
    return [
      moved(48, 92, -9, [
        handle(),
        solid`M-26 0A26 26 0 0 1 14 -22L30 -10V10L14 22A26 26 0 0 1 -26 0Z`,
        rings(0, 0, [19], [16.5]),
        range(36).map((i) => line(...polar(0, 0, 16.5, i * 10), ...polar(0, 0, 14.6, i * 10 + 4), 'thin')),
        circle(0, 0, 13, 'mid', 'plate'),
        rect(-7.5, -7.5, 15, 15, 'bold', 'plate', 1.5),
        circle(0, 0, 2.6),
        inlay`M14 -14q12 -8 20 -2q2 6 -4 8q-8 2 -12 6`,
        axis`M-36 0H236M0 -34V34`,
        dimension(0, -26, 226, -26, -12, 255),
      ]),
      sockets.map((size, i) => {
        const before = widths.slice(0, i).reduce((sum, w) => sum + w * scale + gap, 0)
        return socket(size, 40 + before, (widths[i] ?? 0) * scale)
      }),
      line(28, 206, 292, 206, 'thin'),
      leader(
        54,
        98,
        84,
        136,
        say(['drive'], (v) => `SQ ${v.drive.replace('"', '″')}`),
      ),
    ]
  },
})

function handle() {
  const knurls = range(15).map(
    (i) => `M${116 + i * 6} -12L${128 + i * 6} 12M${128 + i * 6} -12L${116 + i * 6} 12`,
  )
  return [
    solid`M22 -9L96 -7V7L22 9Z`,
    thin`M40 -3.5L96 -2.8M40 3.5L96 2.8`,
    solid`M96 -9h8l4 -3H214q12 0 12 12t-12 12H108l-4 -3h-8Z`,
    path(knurls.join(''), 'thin'),
    edge`M112 -12V12M218 -10.5V10.5`,
    line(104, -9, 104, 9, 'thin'),
  ]
}

function socket(size: number, x: number, w: number) {
  const h = 36
  const neck = 206 - h * 0.42
  return [
    rect(x, 206 - h, w, h * 0.58, 'bold', 'plate', 1.5),
    rect(x + 2, neck, w - 4, h * 0.42, 'bold', 'plate', 1.5),
    thin`M${x + w * 0.28} ${206 - h + 1}V${neck}M${x + w * 0.72} ${206 - h + 1}V${neck}`,
    thin`M${x + 2} ${206 - h * 0.2}H${x + w - 2}M${x + 2} ${206 - h * 0.26}H${x + w - 2}`,
    notInThumb(text(x + w / 2, 206 - h - 8, { text: String(size), of: [] }, { size: 8.5 })),
    axis`M${x + w / 2} ${206 - h - 4}V211`,
  ]
}

/** Usual sizes of combination spanners, in millimetres. */
const SPANNER_SIZES = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 30, 32]

export const spannerSet = defineDrawing({
  kind: 'spanner-set',
  title: (p) => `Combination spanners, set of ${p.sizes}`,
  params: { sizes: int(8, 2, 18) },
  draw: ({ sizes }) => {
    const spanners = SPANNER_SIZES.slice(0, sizes)
    const step = 262 / sizes
    const head = Math.min(15, step * 0.36)
    const last = 20 + step * (sizes - 0.5) + head
    return [
      spanners.map((size, i) => {
        const share = i / (sizes - 1)
        return spanner(20 + step * (i + 0.5), 78 + share * 92, head * (0.62 + 0.38 * share), size)
      }),
      dimension(last, 30, last, 200, -18, Math.round(90 + (spanners.at(-1) ?? 8) * 8.6)),
    ]
  },
})

/** Open end above, ring below; `r` is the radius of the heads. */
function spanner(x: number, length: number, r: number, size: number) {
  const ring = 30 + length - r * 1.1
  const jaw = 30 + r * 1.15
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
    polygon(regularPolygon(x, ring, r * 0.66, 12, 15), 'mid', 'plate'),
    !isSmall && circle(x, ring, r * 0.86, 'thin'),
    axis`M${x} 22V${30 + length + 8}`,
    r > 5.2 && notInThumb(text(x, 30 + length + 18, { text: String(size), of: [] }, { size: 9, halo: true })),
  ]
}

export const torqueWrench = defineDrawing({
  kind: 'torque-wrench',
  title: (p) => `Torque wrench, up to ${p.nm} Nm`,
  params: { nm: int(200, 5, 800) },
  crop: [14, 36, 294, 84],
  draw: ({ nm, say }) => {
    const length = 208 + Math.min(66, nm * 0.2)
    const right = 30 + length
    const square = nm > 350 ? '3/4″' : nm > 60 ? '1/2″' : nm > 25 ? '3/8″' : '1/4″'
    const half = nm > 350 ? 10 : nm > 60 ? 8 : 6
    const from = right - 66
    const knurls = range(9).map(
      (i) => `M${from + i * 6} 65L${from + 10 + i * 6} 87M${from + 10 + i * 6} 65L${from + i * 6} 87`,
    )
    return [
      solid`M56 69L76 67H${right - 74}V85H76L56 83Z`,
      thin`M84 71H${right - 100}M84 81H${right - 130}`,
      rect(88, 67, 5, 18, 'mid', 'plate'),
      circle(103, 76, 3.4, 'mid', 'plate'),
      line(100.6, 76, 105.4, 76, 'thin'),
      solid`M34 57C48 57 54 64 60 67V85C54 88 48 95 34 95A19 19 0 0 1 34 57Z`,
      rings(34, 76, [13.5], [11.4]),
      range(30).map((i) => line(...polar(34, 76, 11.4, i * 12), ...polar(34, 76, 9.6, i * 12 + 5), 'thin')),
      rect(28.5, 70.5, 11, 11, 'bold', 'plate', 1),
      circle(34, 76, 1.9),
      inlay`M48 70q8 -5 12 0t-2 7`,
      axis`M34 50V102`,
      rect(from - 46, 67, 40, 18, 'mid', 'plate'),
      range(9).map((i) => line(from - 40 + i * 4, 78, from - 40 + i * 4, 76 + (i % 4 ? 5 : 8), 'thin')),
      text(
        from - 26,
        75,
        say(['nm'], (v) => v.nm),
        { size: 7 },
      ),
      inlay`M${from - 8} 67L${from - 2} 65V87L${from - 8} 85Z`,
      rect(from - 2, 65, 60, 22, 'bold', 'plate', 1.5),
      path(knurls.join(''), 'thin'),
      solid`M${right - 8} 67q8 0 8 6v6q0 6 -8 6Z`,
      axis`M8 76H${right + 14}`,
      solid`M44 158H92L120 161q4 7 0 14L92 178H44Z`,
      inlay`M50 152H82V158H50Z`,
      rect(66 - half, 178, 2 * half, 20, 'bold', 'plate', 1),
      thin`M${66 - half} 178L${66 + half} 198M${66 + half} 178L${66 - half} 198`,
      circle(66, 188, 3, 'mid', 'plate'),
      line(44, 164, 106, 164, 'thin'),
      axis`M66 144V206`,
      leader(66 + half, 193, 66 + half + 24, 212, `SQ ${square}`),
      scale(nm, right, (down) => say(['nm'], (v) => Math.max(0, v.nm - down))),
      dimension(34, 76, right, 76, -40, Math.round(240 + nm * 1.4)),
    ]
  },
})

function scale(nm: number, right: number, below: (down: number) => Label) {
  const r = 46
  const step = nm >= 100 ? 10 : nm >= 50 ? 5 : 1
  return notInThumb([
    dashed(circle(right - 92, 76, 17, 'thin'), '4 2.5'),
    fine(`M${right - 94} 93L232 ${172 - r}`),
    circle(232, 172, r, 'thin', 'plate'),
    rect(206, 138, 62, 68, 'mid', 'plate', 1),
    line(228, 138, 228, 206, 'thin'),
    range(5).map((i) => {
      const level = 145 + i * 13
      return [
        line(208, level, 222, level),
        text(236, level + 3.2, below(i * step), { size: 9, anchor: 'start' }),
      ]
    }),
    range(21).map((i) => line(208, 145 + i * 2.6, 232 - (i % 5 ? 18 : 10), 145 + i * 2.6, 'thin')),
    text(244, 214.5, 'Nm', { size: 7 }),
  ])
}
