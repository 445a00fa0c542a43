import type { Permission } from '../auth/roles.ts'
import type { Access, Endpoint } from '../endpoint.ts'

/** Path and query parameters by name, or by endpoint and name if the meaning differs. */
export const parameterTexts: Record<string, string> = {
  id: 'Id of the resource. A malformed id is `not_found`.',
  email: 'Email address of the account; case and surrounding spaces are ignored.',
  limit: 'Maximum number of items per page.',
  after:
    'Cursor of the next page, from the `Link` header of the previous page. Valid for the same list only.',
  q: 'Search query.',
  category: 'Categories, separated by commas.',
  subcategory:
    'Subcategory. Beside `category` it lies in that one category; alone it means its category, too.',
  brand: 'Brands, separated by commas; case, accents and punctuation are ignored.',
  type: 'Key of a part type, or `-`: the parts without one.',
  attributes:
    'Filters by attributes of `type`, separated by semicolons: `diameter=280,288;thickness=22..28;axle=front;wear_sensor=yes`.',
  minPrice: 'Lowest price.',
  maxPrice: 'Highest price.',
  inStock: '`true`: only parts in stock; `false` is as if absent.',
  sort: 'Field by which the list is sorted; after a minus descending. Default: `-createdAt`, newest first.',
  count: '`true`: the response has the header `Total-Count`.',
  page: 'Number of a page, instead of `after`: up to the 10,000th part, in a search up to the 1,000th. A part that is added meanwhile moves the others on by one; cursors neither skip nor repeat parts.',
  'listProducts.sort':
    '`relevance` is the default with `q`, `newest` otherwise; `-price` is the highest price first; `rating` the best one, of which more reviews are surer.',
  productId: 'Id of a part: only its reviews.',
  hidden: 'Only hidden reviews, or only visible ones.',
  role: 'Only accounts with this role; `staff`: with any but `user`.',
  'listUsers.q':
    'Beginnings of words of the name, or of the address: only accounts that have all of them. With an "@": the beginning of an address.',
  disabled: 'Whether to include disabled accounts.',
  status: 'Statuses, separated by commas.',
  paid: 'Only paid orders, or only unpaid ones.',
  expired: 'Only expired orders, or only others.',
  disputed: 'Only orders with an open dispute.',
  held: '`false`: without orders that a refund or dispute holds back.',
  what: 'What was changed, or, after a dot, which field or event of it.',
  by: 'Whose changes: an email address, `staff` for everybody with a role now, or `store` for the store itself.',
  from: 'First day, in the time zone of the store.',
  to: 'Last day, in the time zone of the store.',
  returnStock: 'Staff only: whether the units return to stock.',
  unfinished: 'Only unfinished imports, or only finished ones.',
  offset: 'Offset of the chunk in bytes: the `received` of the import.',
  'listAudit.q': 'Only changes of or by what this finds: orders, parts and people.',
  'exportAudit.q': 'Only changes of or by what this finds: orders, parts and people.',
  version: 'Version of the cart that the caller has seen.',
  'listOrders.email': 'Account of the orders; default: the caller.',
  'listAllOrders.q': 'Only orders with these words, this number or this id.',
  'listAllOrders.email': 'Only the orders of this account.',
  'getReviewScore.productId': 'Id of the part.',
  'endSignIn.id': 'Id of the sign-in.',
  'updateAddress.id': 'Id of the address.',
  'saveCategory.id': 'Id of the category: lower-case words with hyphens.',
  'deleteCategory.id': 'Id of the category.',
  'savePartType.key': 'Key of the part type: lower-case words with hyphens.',
  'deletePartType.key': 'Key of the part type.',
  'saveAttribute.key': 'Key of the attribute: a lower-case word, with underscores.',
  'mergeChoices.key': 'Key of the attribute.',
  'deleteAttribute.key': 'Key of the attribute.',
  'deleteAddress.id': 'Id of the address.',
}

export const accessTexts = {
  public: 'No authentication.',
  'identity-token': 'Bearer token: an ID token of the identity provider.',
  'signed-in': 'Bearer token: an access token of the store (`PUT /user/{email}`).',
  signature: 'The card provider, by the header `Stripe-Signature`.',
} as const

export function accessText(access: Access): string {
  if (typeof access === 'string') return accessTexts[access]
  return `Bearer token: an access token of a role with ${permissionText(access.permission)}.`
}

function permissionText(needed: Permission | readonly Permission[]): string {
  return [needed]
    .flat()
    .map((permission) => `\`${permission}\``)
    .join(' or ')
}

export function ownText({ by, others }: NonNullable<Endpoint['own']>): string {
  const own = by === 'email' ? 'Own address only' : 'Own resources only'
  return others ? `${own}; with ${permissionText(others)} any.` : `${own}.`
}

export const headerTexts = {
  link: '`<…>; rel="next"`: the address of the next page. Absent on the last page.',
  count: 'With `count=true`: the number of items of the whole list, up to 10,000; 10001 stands for more.',
  retryAfter: 'Seconds to wait before a retry. Absent if unknown.',
  replayed: '`true` for a repeated response of an earlier request with the same key.',
  etag: 'Weak entity tag, for `If-None-Match`.',
  disposition: 'The file name.',
  idempotencyKey:
    'A key for this request, chosen by the client and stored for 24 hours. The same key with the same body returns the ' +
    'response of the first request; with another body: `idempotency_conflict`.',
  ifNoneMatch: 'A previous `ETag`: 304 without a body if nothing has changed.',
  signature: 'Signature of the card provider.',
} as const
