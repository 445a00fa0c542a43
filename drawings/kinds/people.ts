import { range, regular } from '../geometry.ts'
import { defineDrawing, flag, int, oneOf } from '../kind.ts'
import { edge, inlay, line, solid, thin } from '../paths.ts'
import { circle, ellipse, polygon, rect } from '../shapes.ts'

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
  polygon(regular(100, 40, 4.4, 6), 'thin'),
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
