import { defineDrawing } from '../../kind.ts'
import { circle, dashed, path } from '../../pens.ts'

/** The nut of the store's name, with its axes. */
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
