import { balloon, centreLine, dimension, leader } from '../../annotations.ts'
import { points, polar, range, regular } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { circle, disc, inlay, line, polygon, rect, solid, thin, tinted } from '../../pens.ts'

const CX = 106
const CY = 122

export const turbo = defineDrawing({
  kind: 'turbo',
  title: (p) => `Turbocharger, inlet ⌀${p.inlet} mm, ${p.blades} blades`,
  params: { blades: int(6, 4, 12), inlet: number(52, 30, 90) },
  crop: [8, 20, 190, 190],
  draw: ({ blades, inlet, callout }) => {
    const eye = Math.min(36, 24 + inlet * 0.15)
    return [
      volute(),
      impeller(blades, eye),
      centreLine(CX - 90, CY, CX + 88, CY),
      centreLine(CX, CY - 62, CX, CY + 92),
      side(),
      leader(...polar(CX, CY, eye, -60), CX + 44, 46, `⌀${inlet}`),
      balloon(callout, 190, 206, ...polar(CX, CY, 74, 50)),
    ]
  },
})

/** The compressor housing grows with the angle; its outlet leaves upward on the left. */
function volute() {
  const spiral = (from: number, to: number, inner: number, growth: number) =>
    range((to - from) / 5 + 1).map((i) =>
      polar(CX, CY, inner + ((from + i * 5 + 150) / 330) * growth, from + i * 5),
    )
  const x = CX - 81
  const tongue = polar(CX, CY, 56, -150)
  const [, top] = tongue
  const studs = range(8).map((i) => {
    const at = polar(CX, CY, 45, i * 45 + 20)
    return [circle(...at, 3.4, 'mid', 'plate'), circle(...at, 1.4, 'thin')]
  })
  return [
    solid`M${points(spiral(-150, 180, 56, 25))}L${x} 40H${x + 36}V${top - 16}Q${x + 36} ${top - 2} ${points([tongue])}`,
    thin`M${points(spiral(-140, 175, 50, 17))}L${x + 15} 46`,
    rect(x - 6, 32, 48, 9, 'bold', 'plate', 1.5),
    thin`M${x - 1} 32V41M${x + 37} 32V41`,
    studs,
    disc(CX, CY, 39, 37.3),
  ]
}

/** Full blades, and a splitter between every two. */
function impeller(blades: number, eye: number) {
  const at = (r: number, angle: number) => points([polar(CX, CY, r, angle)])
  const thick = Math.min(1, 7 / blades)
  const blade = (root: number, angle: number, width: number) => {
    const out = `M${at(root, angle)}Q${at(eye * 0.625, angle + 10)} ${at(eye - 1, angle + 44)}`
    return tinted`${out}Q${at(eye * 0.69, angle + 10 + width * 0.6)} ${at(root, angle + width)}`
  }
  const pairs = range(blades).map((i) => {
    const angle = (i * 360) / blades
    return [blade(8, angle, 14 * thick), blade(15, angle + 180 / blades, 8 * thick)]
  })
  return [
    circle(CX, CY, eye, 'mid', 'plate'),
    pairs,
    circle(CX, CY, 8, 'mid', 'plate'),
    polygon(regular(CX, CY, 5, 6), 'mid', 'plate'),
    circle(CX, CY, 2, 'thin'),
  ]
}

const side = () => [
  inlay`M246 ${CY - 22}h30v44h-30Z`,
  rect(252, CY + 22, 16, 12, 'mid', 'plate'),
  rect(248, CY + 34, 24, 5, 'mid', 'plate', 1),
  rect(254, CY - 32, 12, 10, 'mid', 'plate'),
  rect(251, CY - 37, 18, 5, 'mid', 'plate', 1),
  thin`M246 ${CY - 10}H276M246 ${CY + 10}H276`,
  solid`M218 ${CY - 34}H206V${CY + 34}H218`,
  line(209, CY - 34, 209, CY + 34, 'thin'),
  solid`M218 ${CY - 40}Q220 ${CY - 62} 233 ${CY - 62}T248 ${CY - 42}V${CY + 50}Q246 ${CY + 80} 233 ${CY + 80}T218 ${CY + 50}Z`,
  thin`M224 ${CY - 40}V${CY + 50}M242 ${CY - 40}V${CY + 50}M224 ${CY + 50}q9 20 18 0M224 ${CY - 40}q9 -14 18 0`,
  rect(248, CY - 46, 5, 98, 'mid', 'plate', 1),
  rect(272, CY - 36, 4, 72, 'mid', 'plate', 1),
  solid`M276 ${CY - 38}Q279 ${CY - 54} 288 ${CY - 54}T300 ${CY - 38}V${CY + 40}Q298 ${CY + 64} 288 ${CY + 64}T276 ${CY + 40}Z`,
  thin`M282 ${CY - 36}V${CY + 40}M295 ${CY - 36}V${CY + 40}`,
  rect(300, CY - 27, 7, 54, 'bold', 'plate', 1),
  centreLine(198, CY, 316, CY),
  dimension(206, CY + 82, 307, CY + 82, 18, 214),
]
