import { balloon, dimension, hiddenLine, leader, pitchCircle } from '../annotations.ts'
import { type Point, polar, range, regularPolygon } from '../geometry.ts'
import { defineDrawing, flag, int, oneOf } from '../kind.ts'
import { text } from '../lettering.ts'
import { moved, notInThumb } from '../marks.ts'
import { hole, lobed } from '../parts.ts'
import { axis, dashed, edge, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, ellipse, polygon, rect, rings } from '../shapes.ts'

type Face = { hair: 'short' | 'long' | 'none'; cap?: boolean; beard?: boolean; glasses?: boolean }

export const portrait = defineDrawing({
  kind: 'portrait',
  title: () => 'Portrait',
  params: { cap: flag(), hair: oneOf('short', 'long', 'none'), beard: flag(), glasses: flag() },
  box: [0, 0, 200, 208],
  draw: (p) => bust(p),
})

const FACES: readonly Face[] = [
  { hair: 'short' },
  { hair: 'long', glasses: true },
  { hair: 'none', cap: true, beard: true },
  { hair: 'short', glasses: true, beard: true },
  { hair: 'long' },
  { hair: 'none', beard: true },
  { hair: 'short', beard: true },
  { hair: 'long', cap: true },
  { hair: 'none', glasses: true },
  { hair: 'short', cap: true, glasses: true },
  { hair: 'short', glasses: true },
  { hair: 'none', cap: true },
]

export const avatar = defineDrawing({
  kind: 'avatar',
  title: () => 'Avatar',
  params: { seed: int(0, 0, 9999) },
  box: [36, 12, 128, 133],
  draw: ({ seed }) => bust(FACES[seed % FACES.length] ?? { hair: 'short' }),
})

/** A counter clerk from the front, head and shoulders, on 200 × 208 units. */
const bust = ({ hair, cap = false, beard = false, glasses = false }: Face) => [
  solid`M18 208C20 168 44 156 78 148L84 132H116L122 148C156 156 180 168 182 208`,
  inlay`M84 132C86 146 92 152 100 154C108 152 114 146 116 132`,
  edge`M78 148L100 184L122 148M78 148L66 158L86 180L100 184L114 180L134 158L122 148`,
  line(100, 184, 100, 208, 'thin'),
  hair === 'long' &&
    solid`M58 84C54 40 78 24 100 24S146 40 142 84C144 110 146 124 138 138H62C54 124 56 110 58 84Z`,
  solid`M66 78C66 48 80 36 100 36S134 48 134 78C134 106 122 134 100 134S66 106 66 78Z`,
  hair !== 'long' && inlay`M66 80q-7 -2 -6 9t9 12M134 80q7 -2 6 9t-9 12`,
  hair === 'short' && shortHair(),
  hair === 'long' && parting(),
  cap && peakedCap(),
  edge`M78 80q7 -5 14 -1M108 79q7 -4 14 1`,
  [85, 115].map((x) => ellipse(x, 88, 3, 2.4, 'none', 'ink')),
  edge`M100 88L96 104q4 3 8 0M90 116q10 6 20 0`,
  thin`M95 122q5 2 10 0`,
  glasses && spectacles(),
  beard && fullBeard(),
  rect(126, 178, 34, 14, 'mid', 'plate', 1),
  thin`M130 183H152M130 187H146`,
]

const shortHair = () => [
  solid`M64 78C58 40 78 24 104 26C132 28 142 48 136 78C134 66 130 60 124 56C110 60 88 58 80 52C72 58 67 66 64 78Z`,
  range(9).map((i) => thin`M${76 + i * 6} ${50 - Math.sin(i / 2.6) * 6}q2 -10 ${8 - i} -18`),
]

const parting = () => [
  inlay`M64 80C64 46 84 34 96 40C92 56 78 64 64 80ZM96 40C118 34 138 52 136 82C128 62 108 56 96 40Z`,
  range(5).map(
    (i) => thin`M${60 + i * 0.8} ${100 + i * 4}q-2 14 2 30M${140 - i * 0.8} ${100 + i * 4}q2 14 -2 30`,
  ),
]

const peakedCap = () => [
  solid`M60 62C58 34 78 22 100 22S142 34 140 62C126 54 74 54 60 62Z`,
  solid`M60 62C74 52 126 52 140 62C146 66 150 72 148 76C128 62 80 62 56 74C54 70 56 66 60 62Z`,
  thin`M100 22V54M78 28C76 38 74 46 74 55M122 28C124 38 126 46 126 55`,
  circle(100, 40, 8, 'mid', 'plate'),
  polygon(regularPolygon(100, 40, 4.4, 6), 'thin'),
]

const spectacles = () => [
  [85, 115].map((x) => circle(x, 88, 11)),
  edge`M96 87q4 -3 8 0M74 86l-8 -2M126 86l8 -2`,
]

const fullBeard = () => [
  inlay`M68 96C70 122 84 137 100 137S130 122 132 96C126 110 118 108 112 110Q100 106 88 110C82 108 74 110 68 96Z`,
  edge`M90 117q10 5 20 0`,
  range(13).map((i) => {
    const x = 74 + i * 4.4
    const bow = Math.sin((i / 12) * Math.PI)
    return line(x, 112 + bow * 8, x + (100 - x) * 0.06, 119 + bow * 13, 'thin')
  }),
]

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
    coinFront(),
    range(4).map((i) => coinEdge(200, 138 - i * 16)),
    dimension(56, 162, 168, 162, 22, '23.25'),
    dimension(262, 138, 262, 154, -14, '2.33'),
    leader(146, 62, 188, 40, 'R11.6'),
    balloon(callout, 24, 24, 70, 70),
  ],
})

const coinFront = () => [
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

const coinEdge = (x: number, y: number) => [
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
    line(84, 48, 204, 48),
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
    titleBlock(),
  ],
})

const frame = () =>
  notInThumb([
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

const titleBlock = () =>
  notInThumb([
    rect(204, 178, 108, 54, 'mid', 'plate'),
    thin`M204 196H312M204 214H312M262 196V232`,
    text(210, 190.5, 'PART NOT FOUND', { size: 8.5, anchor: 'start', weight: 'semi' }),
    text(210, 208, 'No. 404', { size: 8, anchor: 'start' }),
    text(268, 208, '1 : ?', { size: 8, anchor: 'start' }),
    text(210, 226, 'SHEET –', { size: 8, anchor: 'start' }),
    text(268, 226, 'QTY 0', { size: 8, anchor: 'start' }),
  ])
