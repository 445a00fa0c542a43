const uploadFaults = {
  empty: 'is empty.',
  tooLarge: 'is too large.',
  wrongType: 'is another kind of file.',
  unreadable: 'is not a picture the store can read.',
} as const
export type UploadFault = keyof typeof uploadFaults

/** `label` is that of the control which uploads. */
export const uploadTexts = {
  refused: (file: string, fault: UploadFault, label: string) =>
    `“${file}” ${uploadFaults[fault]} “${label}” takes JPEG, PNG, WebP, AVIF or GIF, at most 20 MB.`,
  done: 'The picture is uploaded.',
} as const
