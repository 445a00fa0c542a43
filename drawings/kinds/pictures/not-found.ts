import { cardOnly, centreLine, dimension, pitchCircle, text } from '../../annotations.ts'
import { polar } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { hole, lobed } from '../../parts.ts'
import { circle, line, path, rect, thin } from '../../pens.ts'

/** A sheet with the outline of a missing part and a question mark. */
export const notFound = defineDrawing({
  kind: 'not-found',
  title: () => 'Part not found',
  params: {},
  draw: () => [
    frame(),
    outline(), // question
    line(170, 92, 226, 60, 'thin'),
    circle(170, 92, 2, 'none', 'ink'),
    circle(244, 50, 21, 'bold', 'plate'),
    text(244, 60.5, '?', { size: 30, weight: 'bold' }),
    block(),
  ],
})

/** Drawing frame with zone marks. */
const frame = () =>
  cardOnly([
    rect(8, 8, 304, 224, 'mid'),
    [84, 160, 236].map((x) => [thin`M${x} 4V12M${x} 228V236`]),
    [82, 156].map((y) => [thin`M4 ${y}H12M308 ${y}H316`]),
  ])

function outline() {
  const shape = `${lobed(128, 112, 58, 3, 22)}`
  const dash = '7 4'
  const ring = (r: number) => ({
    ...circle(128, 112, r, 'mid'),
    attributes: { cx: 128, cy: 112, r, 'stroke-dasharray': '4 3' },
  })
  return [
    { ...path(shape, 'bold'), attributes: { d: shape, 'stroke-dasharray': dash } },
    [0, 1, 2].map((i) => hole(...polar(128, 112, 58, -90 + i * 120), 7)),
    ring(34),
    ring(20),
    pitchCircle(128, 112, 58),
    centreLine(44, 112, 212, 112),
    centreLine(128, 24, 128, 192),
    dimension(70, 158, 186, 158, 36, '?'),
  ]
}

/** Title block. */
const block = () =>
  cardOnly([
    rect(204, 178, 108, 54, 'mid', 'plate'),
    thin`M204 196H312M204 214H312M262 196V232`,
    text(210, 190.5, 'PART NOT FOUND', { size: 8.5, anchor: 'start', weight: 'semi' }),
    text(210, 208, 'No. 404', { size: 8, anchor: 'start' }),
    text(268, 208, '1 : ?', { size: 8, anchor: 'start' }),
    text(210, 226, 'SHEET –', { size: 8, anchor: 'start' }),
    text(268, 226, 'QTY 0', { size: 8, anchor: 'start' }),
  ])
