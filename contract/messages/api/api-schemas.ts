import type { PartFieldName } from '../../products/part-fields.ts'
import { partFieldDocs } from '../part-fields.ts'

/** Descriptions of schemas and their fields in the API documentation; nested fields are named `outer.inner`. */
export type SchemaText = { text: string; fields?: Record<string, string> }

function partFieldTexts<T>(text: (docs: (typeof partFieldDocs)[PartFieldName]) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(partFieldDocs).map(([name, docs]) => [name, text(docs)]))
}

const estimateFields = {
  name: 'Name of the sender.',
  email: 'Email address for the answer.',
  phone: 'Phone number.',
  vehicle: 'Make and model.',
  year: 'Year of the vehicle.',
  part: 'The part in question.',
  quantity: 'How many.',
  note: 'Anything else.',
}

export const schemaTexts: Record<string, SchemaText> = {
  Category: { text: 'Category of a part.' },
  OrderStatus: { text: '`pending` and `Pending` mean the same; `Shift` is an order on its way.' },
  Role: { text: 'Role of an account.' },
  Product: {
    text: 'A part on sale.',
    fields: { ...partFieldTexts(({ shown }) => shown), name: 'The same as `productName`.' },
  },
  NewProduct: {
    text: 'A part to add. The price is in the currency of the store.',
    fields: partFieldTexts(({ stated }) => stated),
  },
  ProductChange: {
    text: 'Only the fields that are sent change.',
    fields: {
      ...partFieldTexts(({ stated, changed }) => changed ?? stated),
      expectedQuantity: 'The stock that the caller has seen; if it has changed: `stock_changed`.',
      addQuantity: 'Units to add; negative takes away. Not together with `availableQuantity`.',
    },
  },
  UploadedImage: {
    text: 'A stored picture.',
    fields: {
      img: 'Path of the picture on this store, for the field `img` of a part.',
      width: 'Width in pixels.',
      height: 'Height in pixels.',
    },
  },
  Counts: {
    text: 'How many parts a list has, and per filter. With `isMore` a number is a lower bound.',
    fields: {
      total: 'Parts in the list.',
      categories: 'Parts per category, ignoring the category filter.',
      brands: 'Parts per brand, ignoring the brand filter.',
      'brands.brand': 'Brand.',
      'categories.category': 'Category.',
      inStock: 'Parts in stock, ignoring the stock filter.',
      search: 'How the search was changed to find something; null if it was not.',
      'search.words': 'The words that were searched.',
      'search.change':
        '`spelling`: another spelling; `fewer`: fewer words; `mentioned`: parts that only mention the words.',
      'search.suggestion': 'A likelier spelling, although the words were found.',
      parts: 'Number of parts.',
      isMore: 'Whether there are more than `parts`.',
    },
  },
  Suggestions: {
    text: 'Completions of the first letters of a search.',
    fields: {
      numbers: 'Parts with a matching part number.',
      parts: 'Parts with a matching name.',
      categories: 'Matching categories.',
      brands: 'Matching brands.',
      words: 'Matching words of the catalogue.',
      partNumber: 'Part number.',
      productName: 'Name of the part.',
    },
  },
  NewOrder: {
    text: 'An order of one part for the signed-in account.',
    fields: {
      productId: 'Id of the part.',
      email: 'Email address of the caller’s own account.',
      name: 'Name of the buyer.',
      address: 'Delivery address.',
      phone: 'Digits, spaces and a leading +; a number is stored as text.',
      location: 'District or place of delivery.',
      quantity: 'A whole number from the part’s `minimumOrder` to its `availableQuantity`.',
      price: 'The price the buyer agreed to: the unit price or the total. Another price: `price_changed`.',
    },
  },
  Order: {
    text: 'An order with the name, picture and price of its part at the time it was placed.',
    fields: {
      productId: 'Id of the part.',
      productName: 'Name of the part when it was ordered.',
      img: 'Picture of the part when it was ordered.',
      name: 'Name of the buyer, or null.',
      phone: 'Phone number of the buyer.',
      address: 'Delivery address.',
      location: 'District or place of delivery.',
      quantity: 'Ordered units.',
      price: 'Unit price in `currency`.',
      total: 'Amount to pay in `currency`.',
      status: 'Status of the delivery.',
      paid: 'True once the card provider has confirmed the payment.',
      transactionId: 'Id of the payment at the card provider, or null.',
      receiptNumber: 'Number of the receipt of a paid order, or null.',
      tax: 'Tax included in the total; null if the store has none configured.',
      'tax.rate': 'Percent.',
      'tax.amount': 'Amount in `currency`.',
      expiresAt: 'When an unpaid order expires, or null.',
      expired: 'An expired order cannot be paid any more.',
      closing: 'Being deleted: its payment is not yet cancelled at the provider.',
      refunded: 'Amount refunded, or being refunded, in `currency`.',
      piecesReturned: 'Units returned to stock by refunds.',
      refunds: 'Refunds of the order.',
      disputes: 'Disputes of the payment; always empty for customers.',
      history: 'What changed, oldest first.',
      'history.at': 'When it changed.',
      'history.field': 'Field that changed.',
      'history.from': 'Value before.',
      'history.to': 'Value after.',
    },
  },
  OrderStatusChange: { text: 'The next status of an order.', fields: { status: 'Stored with this case.' } },
  Refund: {
    text: 'A refund of an order.',
    fields: {
      amount: 'Amount in the currency of the order.',
      pieces: 'Units that return to stock.',
      reason: 'Reason given by the admin, or null.',
      status: '`asked`: not confirmed by the provider yet.',
    },
  },
  NewRefund: {
    text: 'A refund to make.',
    fields: {
      amount: 'Amount above 0 in the currency of the order; default: the rest of the payment.',
      refunded: 'The sum of refunds that the caller has seen; if it has changed: `refund_changed`.',
      pieces: 'Units that return to stock.',
      reason: 'Reason, for the history.',
    },
  },
  PaymentRequest: {
    text: 'The order to be paid.',
    fields: {
      price: 'The amount the buyer agreed to: the total or the unit price of the order.',
      orderId: 'Id of the order; absent: the newest unpaid order of the caller with this price.',
    },
  },
  PaymentSecret: {
    text: 'What the card provider’s script needs to take the payment.',
    fields: { clientSecret: 'Client secret of the payment intent.' },
  },
  PaymentReport: {
    text: 'A payment that the buyer has made.',
    fields: {
      appointment: 'Id of the order, the same as in the path.',
      transactionId: 'Id of the payment intent (`pi_…`).',
    },
  },
  EventReceipt: { text: 'Acknowledgement of an event.', fields: { received: 'The event was accepted.' } },
  Dispute: {
    text: 'A dispute (chargeback) of a payment.',
    fields: {
      _id: 'Id at the card provider.',
      status: 'Status at the card provider.',
      reason: 'Reason as the card provider names it.',
      amount: 'Disputed amount in `currency`.',
      withdrawn: 'Amount taken from the shop’s balance and not returned.',
      evidenceDueAt: 'Deadline for evidence; null if none is accepted.',
    },
  },
  NewReview: {
    text: 'A review of a part or of the store.',
    fields: {
      name: 'Name shown with the review.',
      description: 'Text of the review.',
      img: 'Picture: an http(s) address or a path of this store.',
      rating: 'Stars, fractions allowed.',
      productId: 'Id of the part; absent or null: a review of the store.',
    },
  },
  Review: {
    text: 'A published review.',
    fields: {
      name: 'Name shown with the review.',
      img: 'Picture, or null.',
      description: 'Text of the review.',
      rating: 'Stars from 1 to 5.',
      productId: 'Id of the part, or null for a review of the store.',
      productName:
        'Name of the part; null for a review of the store, and for a part that is not sold any more.',
      hidden: 'Hidden reviews are shown to admins only.',
      partIsSold: 'Whether the part is still on sale; null for a review of the store.',
    },
  },
  ReviewChange: { text: 'Whether a review is hidden.', fields: { hidden: 'True hides the review.' } },
  User: {
    text: 'An account.',
    fields: {
      email: 'Email address; null after another account has verified it.',
      role: 'Role of the account.',
      displayName: 'Name, or null.',
      photoURL: 'Picture, or null.',
      education: 'Education, or null.',
      location: 'Place, or null.',
      number: 'Phone number, or null.',
      linkedin: 'Address of a LinkedIn profile, or null.',
      disabled: 'A disabled account cannot sign in.',
    },
  },
  ProfileChange: {
    text: 'Only the fields that are sent change; null or a blank text clears one.',
    fields: {
      displayName: 'Name; cannot be cleared.',
      photoURL: 'http(s) address of a picture.',
      education: 'Education.',
      location: 'Place.',
      number: 'Digits, spaces and a leading +.',
      linkedin: 'http(s) address.',
    },
  },
  Exchange: {
    text: 'The account of the token.',
    fields: {
      email: 'Email address; the same as in the path.',
      device: 'Random id that a client stores, so that it is listed as one device.',
    },
  },
  SignedIn: {
    text: 'The store’s access token and the account.',
    fields: { token: 'Access token, valid for at most an hour.', user: 'The account.' },
  },
  AdminFlag: { text: 'Whether an account is an admin.', fields: { admin: 'True for admins.' } },
  SignIn: {
    text: 'A sign-in of the caller on one device.',
    fields: {
      device: 'Browser and operating system, if known.',
      lastSeenAt: 'When this device last fetched an access token.',
      current: 'Whether the caller’s token belongs to it.',
    },
  },
  Deletion: { text: 'The resource was deleted.', fields: { deletedCount: 'Number of deleted resources.' } },
  Deletions: { text: 'Resources were deleted.', fields: { deletedCount: 'Number of deleted resources.' } },
  NewEstimate: {
    text: 'A request for an estimate.',
    fields: estimateFields,
  },
  Estimate: {
    text: 'A request for an estimate, as stored. Fields that were not filled in are null.',
    fields: estimateFields,
  },
  NewSubscriber: { text: 'An address for the newsletter.' },
  Subscriber: { text: 'A subscriber of the newsletter.' },
  FailedMail: {
    text: 'A mail that could not be sent, or an order event for which no mail could be composed.',
    fields: {
      subject: 'Subject; null if no mail could be composed.',
      recipient: 'Email address or phone number; null if no mail could be composed.',
      orderId: 'The order that changed; null for a mail.',
      error: 'Error of the last attempt.',
    },
  },
  RetriedMails: { text: 'Failed mails are retried.', fields: { retriedCount: 'Number of mails.' } },
  Problem: {
    text: 'Problem details (RFC 9457). `code` is stable; `message` is for people.',
    fields: {
      type: 'Always `about:blank`.',
      title: 'Name of the HTTP status.',
      status: 'HTTP status.',
      code: 'Error code.',
      message: 'Error message.',
      requestId: 'Id of the request in the log of the store.',
      errors: 'Invalid fields.',
      'errors.path': 'Name of the field, parameter or header.',
      'errors.message': 'What is wrong with it, or what is allowed.',
    },
  },
}

/** Fields with the same meaning in all schemas. */
export const commonFields: Record<string, string> = {
  _id: 'Opaque id.',
  createdAt: 'When it was created.',
  currency: 'Currency code in lower case, such as `usd`.',
  email: 'Email address.',
  orderId: 'Id of the order.',
  productName: 'Name of the part.',
}

const examplePart = partFieldTexts(({ example }) => example)

export const schemaExamples: Record<string, unknown> = {
  Product: {
    _id: '01982f5e-7c11-7d3a-9a52-0f4f6a1d2b3c',
    ...examplePart,
    name: examplePart.productName,
    currency: 'usd',
    createdAt: '2026-05-04T09:30:00.000Z',
  },
  NewOrder: {
    productId: '01982f5e-7c11-7d3a-9a52-0f4f6a1d2b3c',
    email: 'ann@example.com',
    address: '1 Foundry Lane',
    phone: '+1 555 014 0000',
    location: 'Harbour district',
    quantity: 2,
    price: 12.5,
  },
  NewProduct: examplePart,
  NewReview: { name: 'Ann', description: 'Fits, and arrived on time.', rating: 4.5 },
  Problem: {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    code: 'invalid_request',
    message: 'Please check the marked fields.',
    requestId: 'b7c8c1a0-4c3e-4d56-9c1f-0f2f5b8f1f11',
    errors: [{ path: 'phone', message: 'Phone is required' }],
  },
}
