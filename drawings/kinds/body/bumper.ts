import { balloon, centreCross, centreLine, dimension } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, number, oneOf } from '../../kind.ts'
import { circle, edge, inlay, line, path, rect, rings, thin, tinted } from '../../pens.ts'

const CX = 160

export const bumper = defineDrawing({
  kind: 'bumper',
  title: (p) => `${p.end === 'front' ? 'Front' : 'Rear'} bumper, ${p.w} mm wide`,
  params: { w: number(1685, 1400, 2000), end: oneOf('front', 'rear') },
  crop: [12, 22, 296, 110],
  draw: ({ w, end, callout }) => {
    const half = 112 + (w - 1685) * 0.08
    return [
      skin(half),
      end === 'front' ? [grille(half), corner(-1, half), corner(1, half)] : rear(half),
      // from above: the wrap-around and the beam behind
      inlay`M${CX - half * 0.7} 182C${CX - half * 0.4} 168 ${CX + half * 0.4} 168 ${CX + half * 0.7} 182V190C${CX + half * 0.4} 177 ${CX - half * 0.4} 177 ${CX - half * 0.7} 190Z`,
      [-1, 1].map((g) => rect(CX + g * half * 0.56 - 7, 184, 14, 12, 'mid', 'plate')),
      path(
        `M${CX - half} 196L${CX - half * 0.97} 178C${CX - half * 0.8} 154 ${CX - half * 0.4} 150 ${CX} 150S${CX + half * 0.8} 154 ${CX + half * 0.97} 178L${CX + half} 196`,
        'bold',
      ),
      thin`M${CX - half + 4} 196L${CX - half * 0.93} 180C${CX - half * 0.77} 158 ${CX - half * 0.4} 154.5 ${CX} 154.5S${CX + half * 0.77} 158 ${CX + half * 0.93} 180L${CX + half - 4} 196`,
      centreLine(CX, 142, CX, 204),
      dimension(CX - half, 196, CX + half, 196, 18, w),
      balloon(callout, 24, 24, CX - half * 0.72, 54),
    ]
  },
})

function skin(half: number) {
  const edge = (g: 1 | -1) => {
    const at = (u: number, y: number) => `${CX + g * half * u} ${y}`
    return `M${CX} 38C${at(0.4, 38)} ${at(0.66, 41)} ${at(0.82, 46)}Q${at(0.98, 50)} ${at(1, 64)}L${at(0.985, 104)}Q${at(0.97, 118)} ${at(0.86, 121)}C${at(0.6, 126)} ${at(0.3, 128)} ${CX} 128`
  }
  const lines = (g: 1 | -1) => {
    const at = (u: number, y: number) => `${CX + g * half * u} ${y}`
    return `M${CX} 44C${at(0.4, 44)} ${at(0.66, 47)} ${at(0.8, 52)}M${CX} 66C${at(0.44, 66)} ${at(0.7, 64)} ${at(0.985, 68)}M${at(0.36, 122)}C${at(0.6, 120)} ${at(0.8, 117)} ${at(0.96, 110)}`
  }
  return [
    path(edge(-1), 'bold', 'plate'),
    path(edge(1), 'bold', 'plate'),
    path(lines(-1), 'thin'),
    path(lines(1), 'thin'),
    centreLine(CX, 28, CX, 138),
  ]
}

/** Upper slot, lower intake with its mesh, number plate. */
function grille(half: number) {
  const u = half * 0.46
  const rows = range(4).map((i) => line(CX - u + 6 + i * 2, 90 + i * 7.5, CX + u - 6 - i * 2, 90 + i * 7.5))
  const bars = range(13).map((i) => {
    const x = CX - u * 0.86 + (i * u * 1.72) / 12
    return line(x, 85, CX + (x - CX) * 0.92, 116, 'thin')
  })
  return [
    path(`M${CX - u} 82H${CX + u}L${CX + u - 12} 118H${CX - u + 12}Z`, 'bold', 'tint'),
    rows,
    bars,
    tinted`M${CX - half * 0.3} 50H${CX + half * 0.3}L${CX + half * 0.26} 60H${CX - half * 0.26}Z`,
    rect(CX - 33, 68, 66, 14, 'mid', 'plate', 1.5),
    rect(CX - 30, 71, 60, 8, 'thin'),
    circle(CX - 24, 75, 1.2, 'thin'),
    circle(CX + 24, 75, 1.2, 'thin'),
  ]
}

/** Fog lamp, tow-eye cover, sensors. */
function corner(g: 1 | -1, half: number) {
  const x = CX + g * half * 0.72
  const at = (u: number, y: number) => `${CX + g * half * u} ${y}`
  return [
    tinted`M${at(0.56, 82)}L${at(0.9, 78)}Q${at(0.94, 90)} ${at(0.9, 106)}L${at(0.62, 114)}Q${at(0.54, 98)} ${at(0.56, 82)}Z`,
    circle(x, 96, 10.5, 'bold', 'plate'),
    rings(x, 96, [7.5], [3]),
    centreCross(x, 96, 14),
    circle(CX + g * half * 0.5, 74, 2.6, 'mid', 'plate'),
    circle(CX + g * half * 0.86, 71, 2.6, 'mid', 'plate'),
    g > 0 && rect(CX + half * 0.34, 68, 11, 10, 'mid', 'plate', 2),
  ]
}

/** Plate recess, reflectors, four parking sensors, lower trim with a tow cover. */
function rear(half: number) {
  const at = (u: number, y: number) => `${CX + half * u} ${y}`
  const reflectors = [-1, 1].map((g) => {
    const x = CX + g * half * 0.78
    return [
      rect(x - 15, 92, 30, 9, 'mid', 'tint', 3),
      range(7).map((i) => line(x - 11 + i * 4, 93, x - 13 + i * 4, 100, 'thin')),
    ]
  })
  const sensors = [-0.66, -0.26, 0.26, 0.66].map((u) => [
    circle(CX + half * u, 78, 3.4, 'mid', 'plate'),
    circle(CX + half * u, 78, 1.6, 'thin'),
  ])
  const fins = [-0.3, -0.15, 0.15, 0.3].map((u) => line(CX + half * u, 110, CX + half * u * 1.06, 127, 'mid'))
  return [
    tinted`M${at(-0.32, 44)}H${CX + half * 0.32}L${at(0.28, 66)}H${CX - half * 0.28}Z`,
    rect(CX - 34, 48, 68, 14, 'mid', 'plate', 1.5),
    rect(CX - 31, 51, 62, 8, 'thin'),
    edge`M${at(-0.9, 108)}C${at(-0.5, 104)} ${at(-0.2, 106)} ${CX} 106S${at(0.5, 104)} ${at(0.9, 108)}`,
    fins,
    rect(CX + half * 0.42, 110, 11, 10, 'mid', 'plate', 2),
    reflectors,
    sensors,
  ]
}
