/** The address of the page Store, to which its forms post. */
export const STORE_PAGE = '/dashboard/store'
