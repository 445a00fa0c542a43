/** Texts of the pages on which staff arrange the catalogue. */

const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`
const partsText = (count: number) => counted(count, 'part', 'parts')

export const officeTexts = {
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  removeOf: (name: string) => `Remove ${name}`,
  save: 'Save',
  cancel: 'Cancel',
  action: 'Action',
  name: 'Name',
  parts: 'Parts',
  order: 'Order',
  drawing: 'Drawing',
  noDrawing: 'None',
  preview: 'Preview of the drawing',
  none: '–',
  partsOf: partsText,
  inUse: {
    category: (parts: number, types: number, subcategories: number) =>
      parts + types + subcategories === 0
        ? 'Not deleted: it is the only category.'
        : `Not deleted: it has ${partsText(parts)}, ${counted(subcategories, 'subcategory', 'subcategories')} and ${counted(types, 'part type', 'part types')}. Give them another category first.`,
    type: (parts: number) =>
      `Not deleted: ${counted(parts, 'part of this type is', 'parts of this type are')} on sale. Give them another type first.`,
    attribute: (parts: number) =>
      `Not changed: ${counted(parts, 'part has', 'parts have')} a value that would be lost. Change or remove it there first.`,
  },
} as const

export const categoriesTexts = {
  title: 'Categories',
  lead: 'What shoppers see in menus, on Home and beside lists. An address keeps its words when a name changes.',
  add: 'Add a category',
  addTitle: 'New category',
  editTitle: 'Edit category',
  parent: 'In the category',
  topLevel: 'None: a category of its own',
  parentHint: 'A subcategory that moves takes its parts with it.',
  description: 'Description',
  descriptionHint: 'A few words below the name on Home. Optional.',
  drawingHint: 'Shown on Home and in the menu.',
  saved: 'The category is saved.',
  moved: 'The order is saved.',
  deleted: 'The category is deleted.',
  deleteQuestion: 'You want to delete this category?',
  yesDelete: 'Delete category',
} as const
