import { importColumns } from '../products/part-fields.ts'
import type { ImportState } from './import-states.ts'

export const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

export const importPageTexts = {
  title: 'Import Parts',
  export: 'Export all parts',
  exported: 'The parts are saved as parts.csv.',
  choose: 'Choose a CSV file',
  chooseHint: `Its first row names the columns: ${importColumns.join(', ')}, or as other programs call them. Leave out the columns that are to stay as they are.`,
  howToRead: 'How to read the file',
  encoding: 'Encoding',
  delimiter: 'Columns are separated by',
  asTheFileShows: 'As the file shows',
  chooseOther: 'Choose another file',
  chooseOtherHint: 'It takes the place of this import, of which nothing is written yet.',
  goOn: (name: string) => `Choose “${name}” again to go on`,
  goOnHint: (received: string, bytes: string) => `${received} of ${bytes} have arrived; the rest follows.`,
  arrived: (received: string, bytes: string) => `${received} of ${bytes} have arrived`,
  otherFile: (name: string) =>
    `This is not the file whose first bytes have arrived. Choose “${name}” again, or give that import up first.`,
  givenUp: (name: string) =>
    `The import of “${name}” was given up elsewhere. Choose the file again to start over.`,
  megabytes: (megabytes: string) => `${megabytes} MB`,
  sending: 'Sending',
  progress: {
    receiving: 'The file arrives',
    checking: 'Comparing the file with the parts on sale',
    applying: 'Writing the parts',
    undoing: 'Undoing the import',
  },
  faulty: (badRows: number) => counted(badRows, 'row with errors', 'rows with errors'),
  interruptedTag: 'Interrupted',
  interrupted: 'This step was interrupted and has changed no part. It can be run again.',
  because: (reason: string) => `The reason: ${reason}`,
  goOnNow: 'Go on',
  lost: 'The store is unavailable at the moment. The page shows the last known state and tries again by itself.',
  waiting: 'Not finished',
  goOnOf: (name: string) => `Go on with ${name}`,
  discardOf: (name: string) => `Give up ${name}`,
  current: (name: string) => `Import of ${name}`,
  states: {
    receiving: 'Waiting for the file',
    checking: 'Comparing',
    checked: 'Nothing is written yet',
    applying: 'Writing',
    applied: 'Applied',
    undoing: 'Undoing',
    undone: 'Undone',
    refused: 'Refused',
    discarded: 'Given up',
  } satisfies Record<ImportState, string>,
  rows: 'Rows',
  newParts: 'New parts',
  changedParts: 'Parts changed',
  unchangedParts: 'As they were',
  badRows: 'Rows with errors',
  nothingToWrite: (badRows: number) =>
    badRows > 0
      ? 'Nothing in the other rows differs from the parts on sale.'
      : 'Nothing in this file differs from the parts on sale.',
  allBad: (rows: number) =>
    `${rows === 1 ? 'The only row of this file has' : 'Every row of this file has'} errors, so there is nothing to write. Correct the file and choose it below; what is wrong is listed by row and column.`,
  badStay: (rows: number, hasOthers: boolean) =>
    `${counted(rows, 'row has', 'rows have')} errors and ${rows === 1 ? 'is' : 'are'} left out. ${hasOthers ? 'Apply the others, or correct' : 'Correct'} the file and choose it below.`,
  stock:
    'The stock changes by the difference shown here, so orders placed meanwhile stay counted. Should anything else have changed by then, nothing is written, and the file is compared again.',
  apply: 'Apply',
  applyQuestion:
    'The catalogue changes at once, for all visitors. You can undo this import until 30 days after its upload, as long as no later one is applied and nobody has changed its parts.',
  applyYes: 'Apply import',
  counts: (newParts: number, changedParts: number) =>
    `${counted(newParts, 'new part', 'new parts')}, ${counted(changedParts, 'part changed', 'parts changed')}`,
  checkAgain: 'Compare again',
  discard: 'Give up',
  discardQuestion: 'What was read of this file is forgotten. The parts on sale stay as they are.',
  discardYes: 'Give up import',
  undo: 'Undo import',
  undoQuestion:
    'Every part becomes what it was before this import. Orders placed since stay counted; new parts with orders or reviews are taken off sale.',
  undoYes: 'Undo import',
  ended: {
    checked: 'The file is compared. Nothing is written yet.',
    applied: 'The import is applied.',
    undone: 'The import is undone.',
    refused: 'This file is refused. Nothing is written.',
    discarded: 'The import is given up.',
  } satisfies Partial<Record<ImportState, string>>,
  conflicts: 'It cannot be undone: these parts were changed after it, or a choice that they had is gone.',
  changes: (state: ImportState) =>
    state === 'applied' || state === 'undoing'
      ? 'What changed'
      : state === 'undone'
        ? 'What was changed, and taken back'
        : state === 'discarded'
          ? 'What would have changed'
          : 'What changes',
  row: 'Row',
  part: 'Part',
  change: 'Change',
  isNew: 'New',
  empty: 'empty',
  before: 'before',
  after: 'after',
  errors: 'Errors',
  column: 'Column',
  value: 'Value',
  message: 'What is wrong',
  wholeRow: 'whole row',
  saveErrors: 'Save all errors as CSV',
  errorsSaved: 'The errors are saved as errors.csv.',
  more: 'Next',
  start: 'From the start',
  past: 'Imports',
  older: (count: number) => counted(count, 'older import', 'older imports'),
  file: 'File',
  state: 'State',
  action: 'Action',
  show: 'Show',
  showOf: (name: string) => `Show the import of ${name}`,
  none: 'No imports yet',
  noneText: 'An exported file, changed and chosen here, is a good first one.',
  back: 'New import',
} as const
