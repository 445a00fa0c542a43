import type { Route } from './endpoint.ts'

/** Method and path, below `/api`, of every endpoint: all that the browser needs for a call. */
export const routes = {
  getConfig: { method: 'GET', path: '/config' },

  exchangeToken: { method: 'PUT', path: '/user/:email' },
  getUser: { method: 'GET', path: '/user/:email' },
  updateUser: { method: 'PATCH', path: '/user/:email' },
  deleteAccount: { method: 'DELETE', path: '/user/:email' },
  listUsers: { method: 'GET', path: '/user', list: true },
  getAdminFlag: { method: 'GET', path: '/admin/:email' },
  promoteUser: { method: 'PUT', path: '/user/admin/:email' },
  demoteUser: { method: 'DELETE', path: '/user/admin/:email' },
  removeUser: { method: 'DELETE', path: '/admin/:id' },

  listSignIns: { method: 'GET', path: '/sign-in', list: true },
  endSignIn: { method: 'DELETE', path: '/sign-in/:id' },
  endOtherSignIns: { method: 'DELETE', path: '/sign-in' },

  listProducts: { method: 'GET', path: '/service', list: true },
  countProducts: { method: 'GET', path: '/service/counts' },
  suggestProducts: { method: 'GET', path: '/suggest' },
  getProduct: { method: 'GET', path: '/service/:id' },
  createProduct: { method: 'POST', path: '/service' },
  updateProduct: { method: 'PATCH', path: '/service/:id' },
  deleteProduct: { method: 'DELETE', path: '/service/:id' },
  uploadImage: { method: 'POST', path: '/image' },

  startImport: { method: 'POST', path: '/import' },
  listImports: { method: 'GET', path: '/import', list: true },
  getImport: { method: 'GET', path: '/import/:id' },
  sendPiece: { method: 'PUT', path: '/import/:id/piece' },
  checkImport: { method: 'POST', path: '/import/:id/check' },
  listImportChanges: { method: 'GET', path: '/import/:id/change', list: true },
  listImportErrors: { method: 'GET', path: '/import/:id/error', list: true },
  getImportErrors: { method: 'GET', path: '/import/:id/errors.csv', file: true },
  applyImport: { method: 'POST', path: '/import/:id/apply' },
  undoImport: { method: 'POST', path: '/import/:id/undo' },
  discardImport: { method: 'DELETE', path: '/import/:id' },
  exportProducts: { method: 'GET', path: '/export', file: true },

  placeOrder: { method: 'POST', path: '/order' },
  listOrders: { method: 'GET', path: '/order', list: true },
  getOrder: { method: 'GET', path: '/order/:id' },
  getReceipt: { method: 'GET', path: '/order/:id/receipt.pdf', file: true },
  deleteOrder: { method: 'DELETE', path: '/order/:id' },
  listAllOrders: { method: 'GET', path: '/manage', list: true },
  setOrderStatus: { method: 'PUT', path: '/manage/:id' },

  markOrderPaid: { method: 'PATCH', path: '/order/:id' },
  refundOrder: { method: 'POST', path: '/order/:id/refund' },
  createPaymentIntent: { method: 'POST', path: '/create-payment-intent' },
  receiveCardEvent: { method: 'POST', path: '/webhook/stripe' },

  createReview: { method: 'POST', path: '/review' },
  listReviews: { method: 'GET', path: '/review', list: true },
  updateReview: { method: 'PATCH', path: '/review/:id' },
  listAllReviews: { method: 'GET', path: '/manage-review', list: true },

  requestEstimate: { method: 'POST', path: '/estimate' },
  listEstimates: { method: 'GET', path: '/estimate', list: true },
  subscribe: { method: 'POST', path: '/newsletter' },
  listSubscribers: { method: 'GET', path: '/newsletter', list: true },
  listFailedMails: { method: 'GET', path: '/failed-mail', list: true },
  retryFailedMails: { method: 'POST', path: '/failed-mail/retry' },
  getOverview: { method: 'GET', path: '/overview' },
} as const satisfies Record<string, Route>
