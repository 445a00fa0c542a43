/** In the local storage of a browser in which staff are signed in: their pages load in the frame of the back office. */
export const STAFF_KEY = 'staff'

/** Decides only what is shown until the page has loaded. */
export function markStaff(isStaff: boolean): void {
  try {
    if (isStaff) localStorage.setItem(STAFF_KEY, 'yes')
    else localStorage.removeItem(STAFF_KEY)
  } catch {
    // without storage the frame of the shop is shown first
  }
}

/** Whether `markStaff` marked this browser. */
export function isMarkedStaff(): boolean {
  try {
    return localStorage.getItem(STAFF_KEY) !== null
  } catch {
    return false
  }
}
