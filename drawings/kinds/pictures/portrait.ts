import { bust } from '../../face.ts'
import { defineDrawing } from '../../kind.ts'
import { flag, oneOf } from '../../params.ts'

export const portrait = defineDrawing({
  kind: 'portrait',
  title: () => 'Portrait',
  params: { cap: flag(), hair: oneOf('short', 'long', 'none'), beard: flag(), glasses: flag() },
  box: [0, 0, 200, 208],
  draw: (p) => bust(p),
})
