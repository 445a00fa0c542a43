import { bust, type Face } from '../../face.ts'
import { defineDrawing } from '../../kind.ts'
import { int } from '../../params.ts'

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
