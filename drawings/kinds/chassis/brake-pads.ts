import { balloon, centreLine, dimension } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { inlay, line, moved, path, rect, solid, thin, tinted, tube } from '../../pens.ts'

const CX = 116
const CY = 84

export const brakePads = defineDrawing({
  kind: 'brake-pads',
  title: (p) => `Brake pads, ${p.w} × ${p.h} mm`,
  params: { w: number(155, 90, 190), h: number(64, 40, 90) },
  crop: [22, 26, 212, 116],
  draw: (p) => {
    const W = p.w * 1.06
    const H = p.h * 1.14
    return [
      backPlate(W, H),
      lining(W, H),
      wearWire(W, H),
      edgeView(W),
      // side view
      tinted`M250 ${CY - H * 0.42}L256 ${CY - H * 0.42}L262 ${CY - H * 0.32}L262 ${CY + H * 0.24}L256 ${CY + H * 0.34}L250 ${CY + H * 0.34}Z`,
      rect(244, CY - H / 2, 6, H, 'bold', 'plate', 1),
      line(241.6, CY - H * 0.4, 241.6, CY + H * 0.34),
      line(247, CY - H * 0.02, 247, CY + H * 0.24, 'thin'),
      dimension(CX - W / 2, 210, CX + W / 2, 210, 14, p.w),
      dimension(262, CY - H / 2, 262, CY + H / 2, -26, p.h),
      dimension(244, CY + H / 2, 262, CY + H / 2, 22, '17.5'),
      balloon(p.callout, 22, 30, CX - W * 0.3, CY - H * 0.22),
    ]
  },
})

function backPlate(W: number, H: number) {
  const at = (u: number, v: number) => `${CX + u * W} ${CY + v * H}`
  const right = `L${at(0.44, -0.02)}L${at(0.5, 0)}L${at(0.5, 0.24)}L${at(0.44, 0.26)}Q${at(0.43, 0.42)} ${at(0.38, 0.5)}`
  const left = `L${at(-0.44, 0.26)}L${at(-0.5, 0.24)}L${at(-0.5, 0)}L${at(-0.44, -0.02)}Z`
  return [
    solid`M${at(-0.41, -0.26)}Q${at(0, -0.74)} ${at(0.41, -0.26)}${right}Q${at(0, 0.3)} ${at(-0.38, 0.5)}Q${at(-0.43, 0.42)} ${at(-0.44, 0.26)}${left}`,
    [-0.47, 0.47].map((u) => line(CX + u * W, CY + 0.02 * H, CX + u * W, CY + 0.22 * H, 'thin')),
  ]
}

/** Friction material with chamfered ends and a slot for dust. */
function lining(W: number, H: number) {
  const at = (u: number, v: number) => `${CX + u * W} ${CY + v * H}`
  const grains = range(70).map((i) => {
    const u = ((i * 0.37) % 0.66) - 0.33
    const v = ((i * 0.213) % 0.44) - 0.24
    const inside = v > -0.3 + u * u * 1.6 && v < 0.2 + u * u * 0.9 && Math.abs(u) > 0.03
    return inside ? `M${at(u, v)}h${1 + (i % 3)}` : ''
  })
  return [
    tinted`M${at(-0.37, -0.2)}Q${at(0, -0.64)} ${at(0.37, -0.2)}L${at(0.36, 0.36)}Q${at(0, 0.18)} ${at(-0.36, 0.36)}Z`,
    thin`M${at(-0.32, -0.23)}L${at(-0.31, 0.32)}M${at(0.32, -0.23)}L${at(0.31, 0.32)}`,
    path(grains.join(''), 'thin'),
    inlay`M${at(-0.014, -0.41)}L${at(-0.014, 0.26)}L${at(0.014, 0.26)}L${at(0.014, -0.41)}Z`,
    centreLine(CX, CY - H * 0.62, CX, CY + H * 0.42),
  ]
}

function wearWire(W: number, H: number) {
  const x = CX + W * 0.3
  const y = CY - H * 0.34
  return [
    tube(
      `M${x} ${y}C${x + 4} ${y - 22} ${x + 24} ${y - 26} ${x + 32} ${y - 10}S${x + 44} ${y + 16} ${x + 52} ${y + 8}`,
      3.4,
      0.8,
    ),
    rect(x - 4, y - 3, 8, 8, 'mid', 'plate', 1),
    moved(x + 53, y + 8, -40, rect(-3, -4, 10, 8, 'mid', 'plate', 1)),
  ]
}

/** From above: plate, shim and lining. */
function edgeView(W: number) {
  const half = (u: number) => [CX - u * W, CX + u * W] as const
  const [l, r] = half(0.37)
  const [cl, cr] = half(0.31)
  return [
    tinted`M${l} 191L${l} 195L${cl} 205L${CX - 3} 205L${CX - 3} 194L${CX + 3} 194L${CX + 3} 205L${cr} 205L${r} 195L${r} 191Z`,
    rect(CX - W / 2, 185, W, 6, 'bold', 'plate', 1),
    line(CX - W * 0.4, 183, CX + W * 0.4, 183, 'mid'),
    rect(CX - W * 0.14, 176, W * 0.28, 7, 'mid', 'plate', 2),
    rect(CX - W * 0.09, 172, W * 0.18, 4, 'mid', 'plate', 2),
  ]
}
