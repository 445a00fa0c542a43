import path from 'node:path'

/** The emulator calls no production service for a project id that begins with `demo-`. */
export const PROJECT = 'demo-partsline'

/** Returns the store’s data folder; the command that makes an admin needs it, too. */
export function dataFolderIn(folder: string): string {
  return path.join(folder, 'data')
}
