import { centreCross, dimension } from '../annotations.ts'
import { polar, range } from '../geometry.ts'
import { defineDrawing, label, number } from '../kind.ts'
import { text } from '../lettering.ts'
import { screwCap } from '../parts.ts'
import { axis, inlay, line, opening, path, solid, thin } from '../paths.ts'
import { circle, disc, rect } from '../shapes.ts'

type Bottle = { litres: number; grade: string }

const LIGHT = { weight: 'bold', stroke: 'plate' } as const
const CONTENTS = { anchor: 'start', weight: 'bold' } as const

export const oilBottle = defineDrawing({
  kind: 'oil-bottle',
  title: (p) => `Motor oil ${p.grade}, ${p.litres} L`,
  params: { litres: number(5, 0.25, 20), grade: label('5W-30', 8) },
  crop: [36, 10, 160, 214],
  draw: (p) => {
    const m = measure(p)
    const { x, w, top, bottom, shoulder, neck } = m
    const base = `V${bottom - 8}q0 8 8 8H${x + w - 8}q8 0 8 -8`
    const can = `M${neck - 15} ${top + 22}V${top + 30}Q${x} ${top + 36} ${x} ${shoulder + 6}${base}V${shoulder - 8}Q${x + w} ${top + 24} ${x + w - 26} ${top + 22}L${neck + 44} ${top + 18}Q${neck + 26} ${top + 17} ${neck + 15} ${top + 30}V${top + 22}Z`
    const bottle = `M${neck - 13} ${top + 20}V${top + 28}Q${x} ${top + 36} ${x} ${shoulder}${base}V${shoulder}Q${x + w} ${top + 36} ${neck + 13} ${top + 28}V${top + 20}Z`
    return [
      path(m.isCan ? can : bottle, 'bold', 'plate'),
      m.isCan && handle(m),
      screwCap(neck, m.top, m.cap),
      line(x + 8, bottom - 6, x + w - 8, bottom - 6, 'thin'),
      axis`M${neck} ${top - 8}V${top + 40}`,
      oilBottleLabelPlate(p, m),
      oilBottleSide(m),
      sizes(m),
    ]
  },
})

type Measures = ReturnType<typeof measure>

/** Up to three litres a bottle, above that a can with a handle; the height follows the contents. */
function measure({ litres }: Bottle) {
  const isCan = litres > 3
  const x = 52
  const w = isCan ? 126 : 78
  const growth = Math.cbrt(isCan ? litres / 5 : litres)
  const h = Math.round((isCan ? 188 : 172) * Math.min(1, Math.max(0.76, growth)))
  const bottom = 210
  const top = bottom - h
  const shoulder = top + (isCan ? 58 : 52)
  const neck = isCan ? x + 34 : x + w / 2
  return { isCan, growth, x, w, top, bottom, shoulder, neck, cap: isCan ? 19 : 16 }
}

function handle({ x, w, top, shoulder, neck }: Measures) {
  const upper = `M${neck + 30} ${top + 36}Q${neck + 34} ${top + 30} ${neck + 44} ${top + 31}L${x + w - 24} ${top + 35}`
  const lower = `Q${x + w - 13} ${top + 37} ${x + w - 13} ${shoulder - 2}V${shoulder + 12}Q${x + w - 16} ${shoulder + 22} ${x + w - 27} ${shoulder + 14}Z`
  return [path(upper + lower, 'bold', 'tint'), thin`M${neck + 33} ${top + 38}L${x + w - 26} ${shoulder + 11}`]
}

function oilBottleLabelPlate({ grade, litres }: Bottle, { isCan, x, w, bottom, shoulder }: Measures) {
  const top = shoulder + (isCan ? 26 : 14)
  const width = w - (isCan ? 34 : 24)
  const height = bottom - top - 16
  const size = Math.min(isCan ? 20 : 13, width / (grade.length * 0.62))
  const gauge = x + width + 13
  const marks = isCan ? Math.min(8, Math.floor(litres)) : 5
  const ticks = range(marks).map((i) => top + 6 + (i * (height - 6)) / marks)
  return [
    rect(x + 8, top, width, height, 'mid', 'plate', 1),
    rect(x + 8, top + height * 0.3, width, height * 0.36, 'none', 'ink'),
    text(x + 8 + width / 2, top + height * 0.48 + size * 0.35, grade, { size, ...LIGHT }),
    text(x + 14, top + height * 0.19, 'MOTOR OIL', { ...CONTENTS, size: isCan ? 9 : 6.5, weight: 'semi' }),
    text(x + 14, top + height * 0.87, `${litres} L`, { size: isCan ? 11 : 9, ...CONTENTS }),
    isCan && text(x + 2 + width, top + height * 0.87, 'SAE', { size: 8, anchor: 'end' }),
    thin`M${gauge} ${top}V${bottom - 14}M${gauge + 6} ${top}V${bottom - 14}`,
    ticks.map((y) => line(gauge, y, gauge + 6, y)),
  ]
}

function oilBottleSide(m: Measures) {
  const { top, bottom, shoulder } = m
  const [x, w] = m.isCan ? [214, 62] : [192, 52]
  const c = x + w / 2
  return [
    solid`M${c - 15} ${top + 22}V${top + 30}Q${x} ${top + 38} ${x} ${shoulder}V${bottom - 8}q0 8 8 8H${x + w - 8}q8 0 8 -8V${shoulder}Q${x + w} ${top + 38} ${c + 15} ${top + 30}V${top + 22}Z`,
    screwCap(c, m.top, m.cap),
    range(5).map((i) => {
      const y = shoulder + 24 + (i * (bottom - shoulder - 40)) / 5
      return thin`M${x + 8} ${y}q${w / 2 - 8} 4 ${w - 16} 0`
    }),
    axis`M${c} ${top - 8}V${bottom + 8}`,
  ]
}

/** Outer sizes in millimetres, from the usual 5 litre can and 1 litre bottle. */
function sizes({ isCan, growth, x, w, top, bottom }: Measures) {
  const right = isCan ? 276 : 244
  return [
    dimension(x, bottom, x + w, bottom, 18, Math.round((isCan ? 196 : 104) * growth)),
    dimension(right, top, right, bottom, -16, Math.round((isCan ? 312 : 244) * growth)),
  ]
}

type Canister = { litres: number; label: string }

export const canister = defineDrawing({
  kind: 'canister',
  title: (p) => `${p.label}, ${p.litres} L`,
  params: { litres: number(5, 0.25, 60), label: label('COOLANT', 10, /^[A-Za-z0-9 .+-]+$/) },
  crop: [30, 10, 164, 214],
  draw: (p) => {
    if (p.litres < 2) return [roundBottle(p)]
    return [p.litres < 8 ? jug(p) : drum(p)]
  },
})

function canisterLabelPlate(x: number, y: number, width: number, height: number, p: Canister) {
  const size = Math.min(16, height * 0.26, (width - 8) / (p.label.length * 0.58))
  return [
    rect(x, y, width, height, 'mid', 'plate', 1),
    rect(x, y + height * 0.1, width, height * 0.4, 'none', 'ink'),
    text(x + width / 2, y + height * 0.3 + size * 0.35, p.label.toUpperCase(), { size, ...LIGHT }),
    text(x + 6, y + height * 0.84, `${p.litres} L`, { size: Math.min(13, height * 0.24), ...CONTENTS }),
    [0.64, 0.75, 0.86].map((share) => thin`M${x + width * 0.56} ${y + height * share}H${x + width - 6}`),
  ]
}

const drop = (x: number, y: number, r: number) =>
  inlay`M${x} ${y - r * 1.6}C${x + r * 0.6} ${y - r * 0.7} ${x + r} ${y - r * 0.3} ${x + r} ${y + r * 0.2}A${r} ${r} 0 0 1 ${x - r} ${y + r * 0.2}C${x - r} ${y - r * 0.3} ${x - r * 0.6} ${y - r * 0.7} ${x} ${y - r * 1.6}Z`

/** Under two litres: a round bottle with a long neck, and its base from below. */
const roundBottle = (p: Canister) => [
  solid`M85 44V58C85 76 60 78 60 96V202q0 6 6 6H126q6 0 6 -6V96C132 78 107 76 107 58V44Z`,
  screwCap(96, 24, 14),
  thin`M85 54H107M64 98H128M60 196H132`,
  canisterLabelPlate(60, 106, 72, 78, p),
  axis`M96 14V218`,
  disc(232, 124, 44, 40),
  circle(232, 124, 31.68),
  range(24).map((i) => line(...polar(232, 124, 32.56, i * 15), ...polar(232, 124, 36.96, i * 15), 'thin')),
  drop(232, 126, 9),
  centreCross(232, 124, 52),
  dimension(60, 208, 132, 208, 18, `⌀${Math.round(88 * Math.cbrt(p.litres))}`),
  dimension(132, 24, 132, 208, -18, Math.round(248 * Math.cbrt(p.litres))),
]

/** Two to eight litres: a flat jug with a grip beside the neck. */
const jug = (p: Canister) => [
  solid`M56 46V60Q44 70 44 88V200q0 8 8 8H154q8 0 8 -8V56Q162 38 144 38H104Q92 38 84 60V46Z`,
  opening`M104 52H136Q148 52 148 64V78Q148 86 138 86H114Q104 86 100 74Q96 54 104 52Z`,
  thin`M108 56H136`,
  screwCap(70, 26, 17),
  canisterLabelPlate(54, 108, 84, 78, p),
  [0, 1].map((i) => line(145 + i * 7, 108, 145 + i * 7, 194, 'thin')),
  range(6).map((i) => line(145, 114 + i * 15, 152, 114 + i * 15)),
  thin`M52 200H154M50 96H156`,
  axis`M70 18V70`,
  solid`M222 48V58Q208 68 208 88V200q0 8 8 8H256q8 0 8 -8V88Q264 68 250 58V48Z`,
  screwCap(236, 26, 17),
  thin`M226 70Q236 62 246 70V88Q236 94 226 88Z`,
  drop(236, 138, 10),
  thin`M214 108H258M214 194H258`,
  axis`M236 18V216`,
  dimension(44, 208, 162, 208, 18, Math.round(112 * Math.cbrt(p.litres))),
  dimension(264, 26, 264, 208, -18, Math.round(176 * Math.cbrt(p.litres))),
]

/** Eight litres and more: a stackable can with a bridge handle. */
function drum(p: Canister) {
  const top = p.litres < 15 ? 46 : 30
  return [
    screwCap(150, top - 4, 15),
    solid`M38 ${top + 34}Q38 ${top + 24} 48 ${top + 22}L60 ${top + 18}Q64 ${top + 4} 78 ${top + 4}H116Q128 ${top + 4} 132 ${top + 20}H166Q174 ${top + 22} 174 ${top + 32}V200q0 8 -8 8H46q-8 0 -8 -8Z`,
    opening`M78 ${top + 16}H114Q122 ${top + 16} 122 ${top + 26}V${top + 36}H70V${top + 26}Q70 ${top + 16} 78 ${top + 16}Z`,
    [0, 1].map((i) => thin`M44 ${top + 48 + i * 6}H168`),
    thin`M38 192H174M52 192v-6h24v6M136 192v-6h24v6`,
    canisterLabelPlate(52, top + 64, 108, Math.min(84, 208 - top - 96), p),
    axis`M150 ${top - 12}V${top + 40}`,
    screwCap(244, top - 4, 15),
    solid`M212 ${top + 40}Q212 ${top + 28} 229 ${top + 20}H259Q276 ${top + 28} 276 ${top + 40}V200q0 8 -8 8H220q-8 0 -8 -8Z`,
    thin`M212 192H276M217 ${top + 48}H271M217 ${top + 54}H271`,
    range(4).map((i) => thin`M220 ${top + 72 + i * 18}q24 4 48 0`),
    drop(244, 174, 7),
    axis`M244 ${top - 12}V216`,
    dimension(38, 208, 174, 208, 18, Math.round(107 * Math.cbrt(p.litres))),
    dimension(276, top - 4, 276, 208, -16, Math.round(134 * Math.cbrt(p.litres))),
  ]
}
