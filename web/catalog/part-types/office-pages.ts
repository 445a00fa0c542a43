/** The addresses of the pages on which staff arrange the catalogue, to which their forms post. */
export const CATEGORIES_PAGE = '/dashboard/categories'
export const PART_TYPES_PAGE = '/dashboard/partTypes'
export const ATTRIBUTES_PAGE = '/dashboard/attributes'
