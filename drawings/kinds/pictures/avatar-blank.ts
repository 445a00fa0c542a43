import { blankBust } from '../../face.ts'
import { defineDrawing } from '../../kind.ts'

/** Stands in where a person has no photo. */
export const avatarBlank = defineDrawing({
  kind: 'avatar-blank',
  title: () => 'No photo',
  params: {},
  box: [12, 18, 176, 183],
  draw: () => blankBust(),
})
