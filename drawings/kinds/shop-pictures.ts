import { balloon, dimension, hiddenLine, leader, pitchCircle } from '../annotations.ts'
import { type Point, polar, range } from '../geometry.ts'
import { defineDrawing } from '../kind.ts'
import { text } from '../lettering.ts'
import { cardOnly, moved } from '../marks.ts'
import { hole, lobed } from '../parts.ts'
import { axis, dashed, edge, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, polygon, polyline, rect, rings } from '../shapes.ts'

export const logo = defineDrawing({
  kind: 'logo',
  title: () => 'Partsline',
  params: {},
  box: [0, 0, 34, 34],
  draw: () => [
    path('M17 2L30 9.5V24.5L17 32L4 24.5V9.5Z', 2, 'plate'),
    path('M24.5 17A7.5 7.5 0 1 1 9.5 17A7.5 7.5 0 1 1 24.5 17Z', 2),
    dashed(path('M17 6V28M6 17H28', 1), '6 1.5 1.5 1.5'),
    circle(17, 17, 2.6, 'none', 'ink'),
  ],
})

/** The corners of the lid, and the height of the carton. */
const FRONT: Point = [156, 98]
const LEFT: Point = [62, 64]
const BACK: Point = [156, 30]
const RIGHT: Point = [250, 64]
const HEIGHT = 106

export const carton = defineDrawing({
  kind: 'carton',
  title: () => 'A carton, 400 by 400 by 250',
  params: {},
  crop: [50, 22, 212, 190],
  draw: ({ callout }) => [
    polygon([FRONT, LEFT, BACK, RIGHT], 'bold', 'plate'),
    polygon([LEFT, FRONT, below(FRONT), below(LEFT)], 'bold', 'plate'),
    polygon([FRONT, RIGHT, below(RIGHT), below(FRONT)], 'bold', 'plate'),
    hiddenLine('M76 142a80 28 0 0 1 160 0a80 28 0 0 1 -160 0Z'),
    hiddenLine('M76 142v10a80 28 0 0 0 160 0v-10'),
    hiddenLine('M132 142a24 8.5 0 0 1 48 0a24 8.5 0 0 1 -48 0Z'),
    inlay`M101 78L117 84L211 50L195 44Z`,
    inlay`M101 78L117 84L117 112L101 106Z`,
    edge`M76 158v-24M76 134l-5 5M76 134l5 9M90 163v-24M90 139l-5 5M90 139l5 9M70 161l26 9.4`,
    inlay`M184 118L236 99L236 133L184 152Z`,
    thin`M190 126L214 117M190 133L222 121M190 140L208 133`,
    line(222, 133, 230, 130, 'bold'),
    dimension(...below(LEFT), ...below(FRONT), 16, '400'),
    dimension(...below(FRONT), ...below(RIGHT), 16, '400'),
    dimension(...RIGHT, ...below(RIGHT), -20, '250'),
    balloon(callout, 26, 24, 84, 60),
  ],
})

const below = ([x, y]: Point): Point => [x, y + HEIGHT]

export const catalogueLens = defineDrawing({
  kind: 'catalogue-lens',
  title: () => 'A part found in the catalogue',
  params: {},
  draw: ({ callout }) => [
    rect(40, 22, 146, 196, 'bold', 'plate'),
    rect(46, 28, 134, 184, 'thin'),
    line(46, 52, 180, 52),
    text(54, 45, 'CATALOGUE', { size: 11, anchor: 'start', weight: 'semi' }),
    range(7).map((row) => {
      const y = 66 + row * 21
      return [rect(54, y, 16, 12, 'mid'), thin`M78 ${y + 3}H128M78 ${y + 9}H112M46 ${y + 17}H180`]
    }),
    lens(),
    leader(250, 84, 272, 50, '2:1'),
    balloon(callout, 18, 44, 42, 66),
  ],
})

function lens() {
  const handle = [
    rect(57, -5, 12, 10, 'mid', 'plate'),
    rect(68, -8, 62, 16, 'bold', 'plate', 7),
    line(78, -3, 122, -3, 'thin'),
  ]
  return [
    moved(200, 112, 45, handle),
    circle(200, 112, 58, 'bold', 'plate'),
    circle(200, 112, 52),
    [
      circle(200, 98, 27, 'bold', 'plate'),
      rings(200, 98, [13, 6], []),
      pitchCircle(200, 98, 20),
      axis`M166 98H234M200 66V129`,
    ],
    text(200, 147, 'BR-2804-22', { size: 12.5, weight: 'bold' }),
  ]
}

export const coins = defineDrawing({
  kind: 'coins',
  title: () => 'A coin, 23.25 across, and a pile of four',
  params: {},
  crop: [28, 36, 204, 136],
  draw: ({ callout }) => [
    front(),
    range(4).map((i) => coinsEdge(200, 138 - i * 16)),
    dimension(56, 162, 168, 162, 22, '23.25'),
    dimension(262, 138, 262, 154, -14, '2.33'),
    leader(146, 62, 188, 40, 'R11.6'),
    balloon(callout, 24, 24, 70, 70),
  ],
})

const front = () => [
  circle(112, 106, 56, 'bold', 'plate'),
  circle(112, 106, 49, 'mid'),
  range(36).map((i) => {
    const cos = Math.cos((i * Math.PI) / 18)
    const sin = Math.sin((i * Math.PI) / 18)
    const inner = 56 - 5
    const outer = 56 - 1
    return line(112 + inner * cos, 106 + inner * sin, 112 + outer * cos, 106 + outer * sin, 'thin')
  }),
  axis`M48 106H176M112 42V170`,
  text(112, 122, '1', { size: 46, anchor: 'middle', weight: 'semi', halo: true }),
]

const coinsEdge = (x: number, y: number) => [
  rect(x, y, 56, 16, 'bold', 'plate', 2),
  range(13).map((i) => line(x + 4 + i * 4, y + 4, x + 4 + i * 4, y + 12, 'thin')),
]

/** A bank card (ISO/IEC 7810 ID-1) from the front and the side. */
export const paymentCard = defineDrawing({
  kind: 'payment-card',
  title: () => 'A bank card, 85.6 by 53.98',
  params: {},
  crop: [28, 36, 204, 136],
  draw: ({ callout }) => [
    rect(38, 52, 188, 118, 'bold', 'plate', 7),
    axis`M28 111H236M132 42V180`,
    rect(56, 80, 34, 27, 'bold', 'plate', 4),
    rect(68, 87, 10, 13, 'thin', 'none', 2),
    [89, 98].map((y) => [thin`M56 ${y}H68M78 ${y}H90`]),
    thin`M73 80V87M73 100V107`,
    range(3).map(
      (i) => edge`M${104 + i * 6} ${84 - i * 4}a${14 + i * 6} ${14 + i * 6} 0 0 1 0 ${18 + i * 8}`,
    ),
    text(56, 138, '0123 4567 8901 2345', { size: 13, anchor: 'start', weight: 'semi', halo: true }),
    text(56, 157, 'I. FERREIRA', { size: 9.5, anchor: 'start' }),
    text(208, 157, '09/29', { size: 9.5, anchor: 'end' }),
    rect(264, 52, 4, 118, 'bold', 'plate', 1),
    axis`M256 111H276`,
    dimension(38, 170, 226, 170, 24, '85.60'),
    dimension(38, 52, 38, 170, 18, '53.98'),
    dimension(264, 52, 268, 52, -18, '0.76'),
    leader(224, 54, 236, 22, 'R3.18'),
    balloon(callout, 24, 24, 60, 64),
  ],
})

export const orderDocket = defineDrawing({
  kind: 'order-docket',
  title: () => 'An order docket, 105 by 148',
  params: {},
  crop: [70, 12, 200, 200],
  draw: ({ callout }) => [
    docket(),
    pencil(),
    dimension(84, 206, 204, 206, 20, '105'),
    dimension(84, 20, 84, 201, 22, '148'),
    balloon(callout, 34, 30, 86, 26),
  ],
})

function docket() {
  const teeth = range(13).map((i): [number, number] => [204 - i * 10, i % 2 ? 206 : 201])
  const rows = range(4).map((row) => {
    const y = 58 + row * 22
    return [
      rect(94, y, 12, 12, 'mid'),
      row < 2 && path(`M96 ${y + 6}l3.5 4l7 -9`, 'bold'),
      thin`M114 ${y + 8}H${row % 2 ? 150 : 162}M94 ${y + 17}H194`,
    ]
  })
  return [
    polygon([[84, 20], [204, 20], ...teeth], 'bold', 'plate'),
    text(94, 38, 'ORDER', { size: 13, anchor: 'start', weight: 'bold' }),
    polyline([
      [84, 48],
      [204, 48],
    ]),
    rows,
    text(190, 68, '2', { size: 10, anchor: 'end' }),
    text(190, 90, '4', { size: 10, anchor: 'end' }),
    line(94, 160, 194, 160, 'bold'),
    text(94, 180, 'TOTAL', { size: 10, anchor: 'start' }),
    text(194, 181, '129.80', { size: 12.5, anchor: 'end', weight: 'bold' }),
  ]
}

const pencil = () =>
  moved(164, 110, -38, [
    solid`M0 0L20 -8L20 8Z`,
    path('M0 0l7 -2.8v5.6Z', 'none', 'ink'),
    rect(20, -8, 84, 16, 'bold', 'plate'),
    thin`M20 -3H104M20 3H104`,
    rect(104, -8, 8, 16, 'mid', 'plate'),
    rect(112, -7, 12, 14, 'bold', 'plate', 4),
  ])

/** A sheet with the outline of a missing part and a question mark. */
export const notFound = defineDrawing({
  kind: 'not-found',
  title: () => 'Part not found',
  params: {},
  draw: () => [
    frame(),
    outline(),
    line(170, 92, 226, 60, 'thin'),
    circle(170, 92, 2, 'none', 'ink'),
    circle(244, 50, 21, 'bold', 'plate'),
    text(244, 60.5, '?', { size: 30, weight: 'bold' }),
    block(),
  ],
})

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
    axis`M44 112H212M128 24V192`,
    dimension(70, 158, 186, 158, 36, '?'),
  ]
}

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
