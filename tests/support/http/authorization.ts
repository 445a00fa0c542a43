import type { EndpointName } from '#contract/api.ts'
import { may, type Permission, type Role } from '#contract/platform/auth/roles.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'

const staffRoles = ['catalogue', 'orders', 'accounts', 'viewer', 'admin'] as const satisfies Role[]
type StaffRole = (typeof staffRoles)[number]

/** The caller of a cell: anonymous, the owner, another customer, staff on another account's object, an admin on their own. */
export type Column = 'anonymous' | 'owner' | 'other' | StaffRole | 'adminOwn'
export const columns: Column[] = ['anonymous', 'owner', 'other', ...staffRoles, 'adminOwn']

export type Row = Record<Column, number>

/** A call without an owner: the same for every account. */
const everybody = (anonymous: number, account: number): Row => ({
  anonymous,
  owner: account,
  other: account,
  ...ofStaff(() => account),
  adminOwn: account,
})

/** A call of the staff roles named, forbidden to others. */
const only = (named: string, success: number): Row => ({
  anonymous: 401,
  owner: 403,
  other: 403,
  ...ofStaff((role) => (named.split(' ').includes(role) ? success : 403)),
  adminOwn: success,
})

type Owned = { own: number; other: number; others?: string; seen?: string }

/** A call that names an object or address: of the caller (`own`), of another account; the roles `others` may, `seen` get 403. */
const owned = ({ own, other, others = '', seen = '' }: Owned): Row => ({
  anonymous: 401,
  owner: own,
  other,
  ...ofStaff((role) => {
    if (others.split(' ').includes(role)) return own
    return seen.split(' ').includes(role) ? 403 : other
  }),
  adminOwn: own,
})

function ofStaff(status: (role: StaffRole) => number): Record<StaffRole, number> {
  const [catalogue, orders, accounts, viewer, admin] = staffRoles
  return {
    catalogue: status(catalogue),
    orders: status(orders),
    accounts: status(accounts),
    viewer: status(viewer),
    admin: status(admin),
  }
}

/**
 * The expected status of every endpoint for every role, written by hand. Tests compare the declarations of the
 * endpoints with it and call every cell.
 */
export const authorization: Record<EndpointName, Row> = {
  getConfig: everybody(200, 200),
  getSettings: only('admin', 200),
  saveSettings: only('admin', 200),
  listSettingsChanges: only('admin', 200),
  takeBackSettings: only('admin', 200),
  exchangeToken: owned({ own: 200, other: 403 }),
  getUser: owned({ own: 200, other: 403, others: 'orders accounts viewer admin' }),
  updateUser: owned({ own: 200, other: 403, others: 'admin' }),
  getAdminFlag: owned({ own: 200, other: 403, others: 'orders accounts viewer admin' }),
  deleteAccount: owned({ own: 200, other: 403 }),
  listUsers: only('orders accounts viewer admin', 200),
  promoteUser: only('admin', 200),
  demoteUser: only('admin', 200),
  removeUser: only('admin', 200),
  setRole: only('admin', 200),
  listAddresses: everybody(401, 200),
  createAddress: everybody(401, 201),
  updateAddress: owned({ own: 200, other: 404 }),
  deleteAddress: owned({ own: 200, other: 404 }),
  listSignIns: everybody(401, 200),
  endSignIn: owned({ own: 200, other: 404 }),
  endOtherSignIns: everybody(401, 200),
  getCatalogue: everybody(200, 200),
  getCatalogueUse: only('catalogue admin', 200),
  saveCategory: only('catalogue admin', 200),
  deleteCategory: only('catalogue admin', 200),
  savePartType: only('catalogue admin', 200),
  deletePartType: only('catalogue admin', 200),
  saveAttribute: only('catalogue admin', 200),
  mergeChoices: only('catalogue admin', 200),
  deleteAttribute: only('catalogue admin', 200),
  listCategories: everybody(200, 200),
  listProducts: everybody(200, 200),
  countProducts: everybody(200, 200),
  suggestProducts: everybody(200, 200),
  getProduct: everybody(200, 200),
  createProduct: only('catalogue admin', 201),
  updateProduct: only('catalogue admin', 200),
  deleteProduct: only('catalogue admin', 200),
  uploadImage: only('catalogue admin', 201),
  startImport: only('catalogue admin', 201),
  listImports: only('catalogue admin', 200),
  getImport: only('catalogue admin', 200),
  sendPiece: only('catalogue admin', 200),
  checkImport: only('catalogue admin', 200),
  listImportChanges: only('catalogue admin', 200),
  listImportErrors: only('catalogue admin', 200),
  getImportErrors: only('catalogue admin', 200),
  applyImport: only('catalogue admin', 200),
  undoImport: only('catalogue admin', 200),
  discardImport: only('catalogue admin', 200),
  exportProducts: only('catalogue admin', 200),
  quote: everybody(200, 200),
  getCart: everybody(401, 200),
  setCartLine: everybody(401, 200),
  mergeCart: everybody(401, 200),
  emptyCart: everybody(401, 200),
  checkout: everybody(401, 201),
  placeOrder: owned({ own: 201, other: 403 }),
  listOrders: owned({ own: 200, other: 403, others: 'orders accounts viewer admin' }),
  getOrder: owned({ own: 200, other: 404, others: 'orders accounts viewer admin' }),
  getReceipt: owned({ own: 200, other: 404, others: 'orders accounts viewer admin' }),
  deleteOrder: owned({ own: 200, other: 404, others: 'orders admin', seen: 'accounts viewer' }),
  listAllOrders: only('orders accounts viewer admin', 200),
  setOrderStatus: only('orders admin', 200),
  listOrderNotes: only('orders accounts viewer admin', 200),
  addOrderNote: only('orders accounts admin', 201),
  markOrderPaid: owned({ own: 200, other: 404, seen: 'orders accounts viewer admin' }),
  createPaymentIntent: owned({ own: 200, other: 404 }),
  refundOrder: only('accounts admin', 201),
  receiveCardEvent: everybody(400, 400),
  createReview: everybody(401, 201),
  listReviews: everybody(200, 200),
  getReviewScore: everybody(200, 200),
  updateReview: only('catalogue admin', 200),
  listAllReviews: only('catalogue admin', 200),
  requestEstimate: everybody(201, 201),
  listEstimates: only('orders viewer admin', 200),
  deleteEstimate: only('orders admin', 200),
  getRelatedParts: everybody(200, 200),
  askForNotice: everybody(200, 200),
  subscribe: everybody(200, 200),
  listSubscribers: only('orders viewer admin', 200),
  exportSubscribers: only('orders viewer admin', 200),
  deleteSubscriber: only('orders admin', 200),
  listFailedMails: only('accounts viewer admin', 200),
  retryFailedMails: only('admin', 200),
  listFailedJobs: only('accounts viewer admin', 200),
  runJobAgain: only('admin', 200),
  find: only('catalogue orders accounts viewer admin', 200),
  listAudit: only('accounts viewer admin', 200),
  exportAudit: only('accounts viewer admin', 200),
  getOverview: only('catalogue orders accounts viewer admin', 200),
}

/** The row that follows from an endpoint's declaration. */
export function declaredRow(endpoint: Endpoint): Row {
  const success = endpoint.status ?? 200
  const { access, own } = endpoint
  // an event without a valid signature is a bad request for every role
  if (access === 'signature') return everybody(400, 400)
  if (access === 'public') return everybody(success, success)
  if (typeof access !== 'string') return only(rolesWith(access.permission), success)
  if (!own) return everybody(401, success)
  return owned({
    own: success,
    other: own.by === 'email' ? 403 : 404,
    ...(own.others ? { others: rolesWith(own.others) } : {}),
    ...(own.seenBy ? { seen: rolesWith(own.seenBy) } : {}),
  })
}

function rolesWith(needed: Permission | readonly Permission[]): string {
  return staffRoles.filter((role) => may(role, needed)).join(' ')
}
