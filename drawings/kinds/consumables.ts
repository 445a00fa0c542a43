import { arrow, centreCross, dimension, leader, viewName } from '../annotations.ts'
import { arc, type Point, polar, range } from '../geometry.ts'
import { defineDrawing, int, label, number } from '../kind.ts'
import { text } from '../lettering.ts'
import { type Label, notInThumb } from '../marks.ts'
import { screwCap } from '../parts.ts'
import { axis, inlay, line, opening, path, solid, thin } from '../paths.ts'
import { circle, corners, disc, ellipse, polygon, polyline, rect, rings, section } from '../shapes.ts'

export const oilFilter = defineDrawing({
  kind: 'oil-filter',
  title: (p) => `Oil filter, ⌀${p.d} × ${p.h} mm`,
  params: { d: number(76, 50, 110), h: number(96, 50, 150), holes: int(8, 4, 12) },
  crop: [24, 30, 150, 186],
  draw: ({ d, h, holes, say }) => {
    const half = Math.min(d * 0.72, 60) + Math.max(0, d - 83) * 0.12
    const height = Math.min(h, 100) * 1.5 + Math.max(0, h - 100) * 0.3
    const bottom = 40 + height
    const can = corners`104,40 ${104 + half - 24},40 ${104 + half - 12},42 ${104 + half - 3},50 ${104 + half},62 ${104 + half},${bottom - 8} ${104 + half - 3.4},${bottom - 8} ${104 + half - 3.4},63 ${104 + half - 7},53 ${104 + half - 14},46 ${104 + half - 24},43.4 104,43.4`
    const endPlate = corners`112,${bottom - 14} ${104 + half - 4},${bottom - 14} ${104 + half - 4},${bottom - 4} ${104 + half - 14},${bottom - 4} ${104 + half - 14},${bottom - 8} ${104 + half - 24},${bottom - 8} ${104 + half - 24},${bottom} 112,${bottom}`
    const folds = Math.max(8, 2 * Math.round((height - 48) / 9))
    const pleats = range(folds).map(
      (i): Point => [104 + (i % 2 ? 15 : half - 9), 66 + ((i + 0.5) * (height - 48)) / folds],
    )
    const perforations = Math.max(2, Math.round((height - 66) / 13))
    return [
      solid`M${104 - half} ${bottom - 6}V62Q${104 - half} 40 ${104 - half + 24} 40H${104 + half - 24}Q${104 + half} 40 ${104 + half} 62V${bottom - 6}Z`,
      rect(104 - half - 3, bottom - 8, 2 * half + 6, 8, 'bold', 'plate', 2),
      rect(104 - half + 14, bottom, 2 * half - 28, 4, 'mid', 'plate', 1),
      range(8).map((i) => {
        const x = 104 + half * 0.98 * Math.sin(((-79 + i * 11) * Math.PI) / 180)
        return line(x, 44 + (i < 2 ? 5 - i * 3 : 0), x, 66, 'thin')
      }),
      thin`M${104 - half} 68H104M${104 - half + 10} 82V${bottom - 16}M${104 - half + 13} 82V${bottom - 16}`,
      rect(104, 41, half - 1, height - 10, 'none', 'plate'),
      section(can, 3),
      polyline([[119, 66], ...pleats, [119, bottom - 22]]),
      rect(104, 60, half - 7, 5, 'mid', 'plate'),
      rect(114, bottom - 22, half - 17, 5, 'mid', 'plate'),
      line(115, 65, 115, bottom - 22),
      line(117, 65, 117, bottom - 22, 'thin'),
      range(perforations).map((i) =>
        ellipse(116, 74 + (i * (height - 62)) / (perforations - 1), 1.6, 2.4, 'thin', 'plate'),
      ),
      thin`M106 44q3 3 6 0t6 0t6 0l-6 15h-8Z`,
      section(endPlate, 3, 45),
      axis`M104 28V${bottom + 12}`,
      dimension(
        104 - half,
        bottom,
        104 + half,
        bottom,
        18,
        say(['d'], (v) => `⌀${v.d}`),
      ),
      dimension(
        104 - half,
        40,
        104 - half,
        bottom,
        18,
        say(['h'], (v) => v.h),
      ),
      disc(248, 112, half, half - 3),
      rings(248, 112, [half * 0.84, half * 0.72], [half * 0.78]),
      range(holes).map((i) =>
        circle(...polar(248, 112, half * 0.5, (i * 360) / holes + 22.5), half * 0.085, 'mid', 'tint'),
      ),
      circle(248, 112, half * 0.28, 'bold'),
      polyline(arc(248, 112, half * 0.24, 20, 290), 'thin'),
      centreCross(248, 112, half + 8),
      leader(...polar(248, 112, half * 0.28, 70), 254, 112 + half + 20, 'M20×1.5'),
    ]
  },
})

export const airFilter = defineDrawing({
  kind: 'air-filter',
  title: (p) => `Air filter, ${p.w} mm long, ${p.h} mm high`,
  params: { w: number(290, 120, 400), h: number(58, 20, 120) },
  crop: [14, 18, 256, 120],
  draw: ({ w, h, say }) => {
    const width = Math.min(244, 96 + w * 0.42)
    const height = 14 + Math.min(h, 80) * 0.42
    const x = 142 - width / 2
    const folds = Math.round((width - 40) / 5)
    const pleats = range(folds + 1).map(
      (i): Point => [x + 20 + (i * (width - 40)) / folds, i % 2 ? 160 : 156 + height],
    )
    const lip = (side: 1 | -1): Point[] => {
      const at = (u: number) => 142 + side * (width / 2 - u)
      return corners`${at(0)},158 ${at(3)},156 ${at(14)},156 ${at(20)},161 ${at(20)},${156 + height - 2} ${at(16)},${156 + height - 2} ${at(14)},167 ${at(0)},167`
    }
    const flow = [0.3, 0.5, 0.7].map((share) => {
      const at = x + width * share
      return [line(at, 134, at, 148, 'thin'), arrow(at, 152, 90)]
    })
    return [
      rect(x, 30, width, 96, 'bold', 'plate', 14),
      rect(x + 4, 34, width - 8, 88, 'thin', 'none', 11),
      rect(x + 9, 39, width - 18, 78, 'mid', 'plate', 8),
      rect(x + 18, 48, width - 36, 60, 'mid', 'plate', 2),
      range((width - 40) / 4.4).map((i) =>
        line(x + 21 + i * 4.4, 48, x + 21 + i * 4.4, 108, i % 2 ? 'thin' : 'mid'),
      ),
      [-14.84, -12.04, 12.04, 14.84].map((v) => line(x + 18, 78 + v, x + width - 18, 78 + v, 'thin')),
      axis`M${x - 8} 78H${x + width + 8}M142 22V134`,
      // cut lengthwise: seal, pleats, and the air that passes
      polyline(pleats, 'mid'),
      section(lip(-1), 3),
      section(lip(1), 3),
      notInThumb([flow, viewName(x + 4, 148, 'B–B', 'start')]),
      dimension(
        142 - width / 2,
        156 + height,
        142 + width / 2,
        156 + height,
        20,
        say(['w'], (v) => v.w),
      ),
      dimension(
        142 + width / 2,
        156,
        142 + width / 2,
        156 + height,
        -18,
        say(['h'], (v) => v.h),
      ),
      dimension(142 + width / 2, 30, 142 + width / 2, 126, -18, Math.round((w * 0.55) / 5) * 5),
    ]
  },
})

export const cabinFilter = defineDrawing({
  kind: 'cabin-filter',
  title: (p) => `Cabin filter, ${p.w} mm long, ${p.h} mm thick`,
  params: { w: number(254, 120, 380), h: number(35, 15, 70) },
  crop: [14, 24, 286, 176],
  draw: ({ w, h, say }) => {
    const long = 120 + w * 0.17
    const thick = 10 + h * 0.62
    const at = createProjection(long, thick)
    // the width of the frame, in shares of length and depth
    const u = 0.045
    const v = 0.07
    return [
      polygon([at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)], 'bold', 'plate'),
      polygon([at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)], 'bold', 'plate'),
      polygon([at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)], 'bold', 'plate'),
      polygon([at(u, v, 1), at(1 - u, v, 1), at(1 - u, 1 - v, 1), at(u, 1 - v, 1)], 'mid', 'plate'),
      [0.3, 0.7].map((z) => [
        line(...at(0, 0, z), ...at(1, 0, z), 'thin'),
        line(...at(1, 0, z), ...at(1, 1, z), 'thin'),
      ]),
      pleats(at, long),
      airflow(at),
      dimension(
        ...at(0, 0, 0),
        ...at(1, 0, 0),
        16,
        say(['w'], (v) => v.w),
      ),
      dimension(...at(1, 0, 0), ...at(1, 1, 0), 16, Math.round(w * 0.86)),
      dimension(
        ...at(0, 0, 1),
        ...at(0, 0, 0),
        14,
        say(['h'], (v) => v.h),
      ),
    ]
  },
})

/** Maps shares of length, depth and height to a point of the sheet; the long side falls to the right. */
type Projection = (u: number, v: number, z: number) => Point

function createProjection(long: number, thick: number): Projection {
  const lift = (long - 170) * 0.12
  return (u, v, z) => [
    44 + u * long * 0.9 + v * 88,
    112 + lift + thick / 2 + u * long * 0.34 - v * 62 - z * thick,
  ]
}

function pleats(at: Projection, long: number) {
  const count = Math.round(long / 6.2)
  return range(count).map((i) => {
    const u = 0.06 + (i * 0.88) / (count - 1)
    const next = u + 0.44 / (count - 1)
    return [
      line(...at(u, 0.09, 1), ...at(u, 0.91, 1), 'mid'),
      i < count - 1 && line(...at(next, 0.09, 1), ...at(next, 0.91, 1), 'thin'),
    ]
  })
}

function airflow(at: Projection) {
  const [x, y] = at(0.62, 0.86, 1)
  return notInThumb([
    inlay`M${x - 5} ${y - 44}h10v22h7l-12 16l-12 -16h7Z`,
    text(x + 18, y - 28, 'AIR FLOW', { size: 9, anchor: 'start', halo: true }),
  ])
}

type Bottle = { litres: number; grade: string }
type Labels = { grade: Label; contents: Label }

const TEXT_ON_BAND = { weight: 'bold', stroke: 'plate' } as const
const CONTENTS = { anchor: 'start', weight: 'bold' } as const

export const oilBottle = defineDrawing({
  kind: 'oil-bottle',
  title: (p) => `Motor oil ${p.grade}, ${p.litres} L`,
  params: { litres: number(5, 0.25, 20), grade: label('5W-30', 8) },
  crop: [36, 10, 152, 214],
  draw: (p) => {
    const m = measure(p)
    const { isCan, growth, x, w, top, bottom, shoulder, neck, cap } = m
    const right = isCan ? 276 : 244
    const base = `V${bottom - 8}q0 8 8 8H${x + w - 8}q8 0 8 -8`
    const can = `M${neck - 15} ${top + 22}V${top + 30}Q${x} ${top + 36} ${x} ${shoulder + 6}${base}V${shoulder - 8}Q${x + w} ${top + 24} ${x + w - 26} ${top + 22}L${neck + 44} ${top + 18}Q${neck + 26} ${top + 17} ${neck + 15} ${top + 30}V${top + 22}Z`
    const bottle = `M${neck - 13} ${top + 20}V${top + 28}Q${x} ${top + 36} ${x} ${shoulder}${base}V${shoulder}Q${x + w} ${top + 36} ${neck + 13} ${top + 28}V${top + 20}Z`
    const [sideX, sideWidth] = isCan ? [214, 62] : [192, 52]
    const sideCentre = sideX + sideWidth / 2
    return [
      path(isCan ? can : bottle, 'bold', 'plate'),
      isCan && handle(m),
      screwCap(neck, top, cap),
      line(x + 8, bottom - 6, x + w - 8, bottom - 6, 'thin'),
      axis`M${neck} ${top - 8}V${top + 40}`,
      oilBottleLabelPlate(p, m, {
        grade: p.say(['grade'], (v) => v.grade.toUpperCase()),
        contents: p.say(['litres'], (v) => `${v.litres} L`),
      }),
      solid`M${sideCentre - 15} ${top + 22}V${top + 30}Q${sideX} ${top + 38} ${sideX} ${shoulder}V${bottom - 8}q0 8 8 8H${sideX + sideWidth - 8}q8 0 8 -8V${shoulder}Q${sideX + sideWidth} ${top + 38} ${sideCentre + 15} ${top + 30}V${top + 22}Z`,
      screwCap(sideCentre, top, cap),
      range(5).map((i) => {
        const y = shoulder + 24 + (i * (bottom - shoulder - 40)) / 5
        return thin`M${sideX + 8} ${y}q${sideWidth / 2 - 8} 4 ${sideWidth - 16} 0`
      }),
      axis`M${sideCentre} ${top - 8}V${bottom + 8}`,
      dimension(x, bottom, x + w, bottom, 18, Math.round((isCan ? 196 : 104) * growth)),
      dimension(right, top, right, bottom, -16, Math.round((isCan ? 312 : 244) * growth)),
    ]
  },
})

type Measures = ReturnType<typeof measure>

/** Up to three litres a bottle, above that a can with a handle; within limits the height follows the contents. */
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

function oilBottleLabelPlate(
  { grade, litres }: Bottle,
  { isCan, x, w, bottom, shoulder }: Measures,
  labels: Labels,
) {
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
    text(x + 8 + width / 2, top + height * 0.48 + size * 0.35, labels.grade, { size, ...TEXT_ON_BAND }),
    text(x + 14, top + height * 0.19, 'MOTOR OIL', { ...CONTENTS, size: isCan ? 9 : 6.5, weight: 'semi' }),
    text(x + 14, top + height * 0.87, labels.contents, { size: isCan ? 11 : 9, ...CONTENTS }),
    isCan && text(x + 2 + width, top + height * 0.87, 'SAE', { size: 8, anchor: 'end' }),
    thin`M${gauge} ${top}V${bottom - 14}M${gauge + 6} ${top}V${bottom - 14}`,
    ticks.map((y) => line(gauge, y, gauge + 6, y)),
  ]
}

type Canister = { litres: number; label: string; name: Label; contents: Label }

export const canister = defineDrawing({
  kind: 'canister',
  title: (p) => `${p.label}, ${p.litres} L`,
  params: { litres: number(5, 0.25, 60), label: label('COOLANT', 10, /^[A-Za-z0-9 .+-]+$/) },
  crop: [30, 10, 155, 214],
  draw: ({ litres, label, say }) => {
    const name = say(['label'], (v) => v.label.toUpperCase())
    const p = { litres, label, name, contents: say(['litres'], (v) => `${v.litres} L`) }
    if (p.litres < 2) return [roundBottle(p)]
    return [p.litres < 8 ? jug(p) : jerrycan(p)]
  },
})

function canisterLabelPlate(x: number, y: number, width: number, height: number, p: Canister) {
  const size = Math.min(16, height * 0.26, (width - 8) / (p.label.length * 0.58))
  return [
    rect(x, y, width, height, 'mid', 'plate', 1),
    rect(x, y + height * 0.1, width, height * 0.4, 'none', 'ink'),
    text(x + width / 2, y + height * 0.3 + size * 0.35, p.name, { size, ...TEXT_ON_BAND }),
    text(x + 6, y + height * 0.84, p.contents, { size: Math.min(13, height * 0.24), ...CONTENTS }),
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
  circle(232, 124, 44 * 0.72),
  range(24).map((i) =>
    line(...polar(232, 124, 44 * 0.74, i * 15), ...polar(232, 124, 44 * 0.84, i * 15), 'thin'),
  ),
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
function jerrycan(p: Canister) {
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
