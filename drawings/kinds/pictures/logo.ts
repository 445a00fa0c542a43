import { defineDrawing } from '../../kind.ts'
import { circle, dashed, path } from '../../pens.ts'

/** The nut of the store's name, with its axes. */
export const logo = defineDrawing({
  kind: 'logo',
  title: () => 'Partsline',
  params: {},
  box: [0, 0, 34, 34],
  draw: () => [
    path('M17 2L30 9.500V24.500L17 32L4 24.500V9.500Z', 2, 'plate'),
    path('M24.500 17A7.500 7.500 0 1 1 9.500 17A7.500 7.500 0 1 1 24.500 17Z', 2),
    dashed(path('M17 6V28M6 17H28', 1), '6 1.5 1.5 1.5'),
    circle(17, 17, 2.6, 'none', 'ink'),
  ],
})
