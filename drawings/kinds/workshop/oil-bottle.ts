import { balloon, centreLine, dimension, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, label, number } from '../../kind.ts'
import { screwCap } from '../../parts.ts'
import { line, path, rect, solid, thin } from '../../pens.ts'

interface Bottle {
  litres: number
  grade: string
}

export const oilBottle = defineDrawing({
  kind: 'oil-bottle',
  title: (p) => `Motor oil ${p.grade}, ${p.litres} L`,
  params: { litres: number(5, 0.25, 20), grade: label('5W-30', 8) },
  crop: [36, 10, 160, 214],
  draw: (p) => {
    const m = measure(p)
    return [
      front(m),
      labelPlate(p, m),
      side(m),
      sizes(p, m),
      balloon(p.callout, 22, 50, m.x + 4, m.shoulder + 8),
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
  return {
    isCan,
    growth,
    x,
    w,
    h,
    top,
    bottom,
    shoulder,
    neck: isCan ? x + 34 : x + w / 2,
    cap: isCan ? 19 : 16,
  }
}

function front(m: Measures) {
  const { x, w, top, bottom, shoulder, neck } = m
  const base = `V${bottom - 8}q0 8 8 8H${x + w - 8}q8 0 8 -8`
  const can = `M${neck - 15} ${top + 22}V${top + 30}Q${x} ${top + 36} ${x} ${shoulder + 6}${base}V${shoulder - 8}Q${x + w} ${top + 24} ${x + w - 26} ${top + 22}L${neck + 44} ${top + 18}Q${neck + 26} ${top + 17} ${neck + 15} ${top + 30}V${top + 22}Z`
  const bottle = `M${neck - 13} ${top + 20}V${top + 28}Q${x} ${top + 36} ${x} ${shoulder}${base}V${shoulder}Q${x + w} ${top + 36} ${neck + 13} ${top + 28}V${top + 20}Z`
  return [
    path(m.isCan ? can : bottle, 'bold', 'plate'),
    m.isCan && handle(m),
    screwCap(neck, m.top, m.cap),
    line(x + 8, bottom - 6, x + w - 8, bottom - 6, 'thin'),
    centreLine(neck, top - 8, neck, top + 40),
  ]
}

function handle({ x, w, top, shoulder, neck }: Measures) {
  const upper = `M${neck + 30} ${top + 36}Q${neck + 34} ${top + 30} ${neck + 44} ${top + 31}L${x + w - 24} ${top + 35}`
  const lower = `Q${x + w - 13} ${top + 37} ${x + w - 13} ${shoulder - 2}V${shoulder + 12}Q${x + w - 16} ${shoulder + 22} ${x + w - 27} ${shoulder + 14}Z`
  return [path(upper + lower, 'bold', 'tint'), thin`M${neck + 33} ${top + 38}L${x + w - 26} ${shoulder + 11}`]
}

function labelPlate({ grade, litres }: Bottle, { isCan, x, w, bottom, shoulder }: Measures) {
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
    text(x + 8 + width / 2, top + height * 0.48 + size * 0.35, grade, {
      size,
      weight: 'bold',
      stroke: 'plate',
    }),
    text(x + 14, top + height * 0.19, 'MOTOR OIL', {
      size: isCan ? 9 : 6.5,
      anchor: 'start',
      weight: 'semi',
    }),
    text(x + 14, top + height * 0.87, `${litres} L`, {
      size: isCan ? 11 : 9,
      anchor: 'start',
      weight: 'bold',
    }),
    isCan && text(x + 2 + width, top + height * 0.87, 'SAE', { size: 8, anchor: 'end' }),
    thin`M${gauge} ${top}V${bottom - 14}M${gauge + 6} ${top}V${bottom - 14}`,
    ticks.map((y) => line(gauge, y, gauge + 6, y)),
  ]
}

function side(m: Measures) {
  const { top, bottom, shoulder } = m
  const [x, w] = m.isCan ? [214, 62] : [192, 52]
  const c = x + w / 2
  const ribs = range(5).map((i) => {
    const y = shoulder + 24 + (i * (bottom - shoulder - 40)) / 5
    return thin`M${x + 8} ${y}q${w / 2 - 8} 4 ${w - 16} 0`
  })
  return [
    solid`M${c - 15} ${top + 22}V${top + 30}Q${x} ${top + 38} ${x} ${shoulder}V${bottom - 8}q0 8 8 8H${x + w - 8}q8 0 8 -8V${shoulder}Q${x + w} ${top + 38} ${c + 15} ${top + 30}V${top + 22}Z`,
    screwCap(c, m.top, m.cap),
    ribs,
    centreLine(c, top - 8, c, bottom + 8),
  ]
}

/** Outer sizes in millimetres, from the usual 5 litre can and 1 litre bottle. */
function sizes(_: Bottle, { isCan, growth, x, w, top, bottom }: Measures) {
  const right = isCan ? 276 : 244
  return [
    dimension(x, bottom, x + w, bottom, 18, Math.round((isCan ? 196 : 104) * growth)),
    dimension(right, top, right, bottom, -16, Math.round((isCan ? 312 : 244) * growth)),
  ]
}
