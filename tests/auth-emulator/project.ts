/** The emulator reaches nothing outside for a project whose name begins with `demo-`. */
export const PROJECT = 'demo-partsline'
