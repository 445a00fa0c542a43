// The specification's routes, quoted texts, messages and named elements, each with the page that shows it. Written out
// as the specification quotes them, not imported from the product: so that the tests can fail.

import { someOf } from '#tests/support/thoroughness.ts'
import type { Who } from '../../people.ts'
import type { Given, Step } from './named-steps.ts'

/**
 * Texts of the page, separated by bars. Before a colon: "red" for error texts, or the role of elements with these names
 * ("input": form fields of any role). With "in", they are all elements of this role in that area, in this order. In
 * parentheses a state such as "read-only"; after "→" the `href`.
 */
export type Expected = string

export type Screen = {
  /** Section of the specification. */
  spec: string
  at: string
  who: Who
  given?: Given
  width?: number
  shows: Expected[]
  /** Steps on this page, one after the other, each with what the page then shows. */
  does?: [Step, ...Expected[]][]
}

const DISC = 'Front brake disc, drilled'
const confirmDialog = (text: string, yes: string): Expected[] => [
  'dialog: Are you sure?',
  text,
  `button in dialog "Are you sure?": Cancel | ${yes}`,
]
const disabled: Expected = 'button: Update Quantity (disabled) | Purchase (disabled)'

const everybody = (heading: string) => ({ 'signed out': heading, customer: heading, admin: heading })
const behindLogin = (heading: string) => ({ ...everybody(heading), 'signed out': '/login' })
const forAdmins = (heading: string) => ({ ...behindLogin(heading), customer: 'Admins only' })

/** § 2, route table: the heading that each role sees, `{number}` for any number, or the address to which the page redirects. */
export const routes: Record<string, Record<Who, string>> = {
  '/': everybody('Auto Parts Online Store'),
  '/portfolio': everybody('Ines Ferreira'),
  '/blogs': everybody('Blogs'),
  '/login': { 'signed out': 'Login', customer: '/', admin: '/' },
  '/register': { 'signed out': 'Register', customer: '/', admin: '/' },
  '/purchase/:id': behindLogin(DISC),
  '/dashboard': behindLogin('My Profile'),
  '/dashboard/review': behindLogin('Add Review'),
  '/dashboard/payment/:id': behindLogin('Payment'),
  '/dashboard/orders': behindLogin('My Orders'),
  '/dashboard/manageOrders': forAdmins('Manage Orders'),
  '/dashboard/addProduct': forAdmins('Add Product'),
  '/dashboard/makeAdmin': { 'signed out': '/login', customer: '/login', admin: 'Make Admin' },
  '/dashboard/manageProduct': forAdmins('Manage Product'),
  '/editProfile': everybody('Edit Profile'),
  '/*': everybody('No such sheet'),
  // beyond the specification's table
  '/parts': everybody('All parts'),
  '/parts/:id': everybody(DISC),
  '/cart': everybody('Cart'),
  '/checkout': behindLogin('Checkout'),
  '/dashboard/addresses': behindLogin('Addresses'),
  '/forgot-password': everybody('Forgot password'),
  '/reset-password': everybody('Link from a mail'),
  '/dashboard/account': behindLogin('Account'),
  '/add-email': { 'signed out': 'Your email', customer: '/', admin: '/' },
  '/dashboard/orders/:id': behindLogin('Order {number}'),
  '/dashboard/overview': forAdmins('Overview'),
  '/dashboard/audit': forAdmins('Audit'),
  '/dashboard/importParts': forAdmins('Import Parts'),
  '/dashboard/reviews': forAdmins('Reviews'),
  '/dashboard/categories': forAdmins('Categories'),
  '/dashboard/partTypes': forAdmins('Part Types'),
  '/dashboard/partTypes/:key': forAdmins('Brake disc'),
  '/dashboard/attributes': forAdmins('Attributes'),
  '/dashboard/estimates': forAdmins('Estimates'),
  '/dashboard/subscribers': forAdmins('Subscribers'),
  '/dashboard/store': forAdmins('Store'),
  '/dashboard/failedMails': forAdmins('Failed Mails'),
  '/dashboard/failedJobs': forAdmins('Failed Jobs'),
}
/** Routes that are no pages. */
export const pictures = ['/drawings/:file']

const signedOut: Omit<Screen, 'who'>[] = [
  {
    spec: '§ 2 Header, navigation bar and footer',
    at: '/blogs',
    shows: [
      'link in navigation "Main": Home → / | Portfolio → /portfolio | Blogs → /blogs | Login → /login',
      'button: All Products | Search | Subscribe',
      'link: +1 555 014 2280',
      'input: Search parts',
      'link in navigation "Menu": Home → / | Dashboard → /dashboard | My Profile → /dashboard | Portfolio | Blogs | Contact Us → #contact',
      'link in navigation "Catalog": Tools & Parts | Wheels & Tires | Engine Parts | Suspension Parts | Body & Drive | Lighting | Electrical | Fluids',
      'input in contentinfo: Email',
    ],
    does: [
      [
        'open All Products',
        'link in navigation "Catalogue": Tools & Parts | Wheels & Tires | Engine Parts | Suspension Parts | Body & Drive | Lighting | Electrical | Fluids | All parts | +1 555 014 2280',
      ],
    ],
  },
  {
    spec: '§ 2 Header, on small screens',
    at: '/blogs',
    width: 360,
    shows: ['button: Open menu'],
    does: [
      [
        'open the drawer',
        'link in navigation "Drawer": Home | Portfolio | Blogs | Cart',
        'link: Login → /login | +1 555 014 2280',
        'link in navigation "All Products": Tools & Parts | Wheels & Tires | Engine Parts | Suspension Parts | Body & Drive | Lighting | Electrical | Fluids | All parts',
      ],
    ],
  },
  {
    spec: '§ 2 Home page, § 9 statistics',
    at: '/',
    given: 'a part on Home',
    shows: [
      'region in main: Auto Parts Online Store | Business statistics | Get Free Estimate | Our Team | Tools/Parts | Customer Review | Special Offer | How ordering works | Shop by category',
      'heading: Auto Parts Online Store | Get Free Estimate | Tools/Parts | Customer Review | Special Offer',
      'link: Get Start → /parts',
      'term in region "Business statistics": Office In Country | Our Team | Product In Store | Distributors',
      'definition in region "Business statistics": 27+ | 145+ | 95200+ | 70+',
      'input in region "Get Free Estimate": Name | Email | Phone | Vehicle | Year | Part | Quantity | Note',
      'button in region "Get Free Estimate": Get a Quote',
      'link in region "Our Team": Call Marta Oliveira | Marta Oliveira on Facebook | Marta Oliveira on LinkedIn | Marta Oliveira on X | Call Dan Kowalski | Dan Kowalski on Facebook | Dan Kowalski on LinkedIn | Dan Kowalski on X',
      'img: Picture of Newest of the named things',
      'button: Favourite: Newest of the named things',
      'link: Purchase Newest of the named things',
      ...['Minimum order', 'Available quantity', '$64.90'],
      'What Our Customer Say About Parts Online Store',
      'img: 5 out of 5',
      'Buy Profitably',
      'In this section, we have collected the most popular and advantageous offers for you.',
      'button: Previous: Offers | Next: Offers',
      'heading in list "Offers, carousel": Free Diagnostics Break | Discounted Summer | Sport Turbine With | Original Germany Oil | Auto-Clamping | Tire Inflator Air',
      'paragraph in list "Offers, carousel": Innovative Protection System | reliable braking | summer tires and wheels | seasonal disposal of residues | Turbine Discount Sale | free computer diagnostics | 30 percent discount on engine oil | free diagnostics and replacement | Innovative Charging Sensor | wireless Qi car charger | Compressor With Sale | preset-pressure auto shut-off',
    ],
  },
  {
    spec: '§ 2 Portfolio: bio, skills, four project cards',
    at: '/portfolio',
    shows: [
      'region in main: Ines Ferreira | Skills | Projects',
      'link: Live: Catalogue | Code: Catalogue | Live: Drawings | Code: Drawings',
      'link: Live: Order desk | Code: Order desk | Live: Open interface | Code: Open interface',
    ],
  },
  {
    spec: '§ 2 any other path: not-found image page',
    at: '/no/such/page',
    shows: ['img: Drawing of a part that is not there, sheet 404'],
  },
  {
    spec: '§ 2 Login page, § 5 email and password, § 8 in red under the form',
    at: '/login',
    shows: [
      'input in main: Email | Password | Remember me (checked)',
      'button in main: Login | Continue with Google | Fill in',
      'link: Forgot password → /forgot-password | Register → /register',
      ...['Sample admin', 'admin@example.com', 'partsline-admin'],
    ],
    does: [
      ['log in', 'red: Email is Required | Password is Required'],
      [
        'log in with an invalid address and five characters',
        'red: Provide a valid Email | Must be 6 characters or longer',
      ],
      ['log in with a wrong password', 'red: Email or password is not right.'],
      ['close the Google popup', 'red: The sign-in window was closed before the sign-in was finished.'],
    ],
  },
  {
    spec: '§ 2 Register page, § 5 name, email and password, § 8 in red under the form',
    at: '/register',
    shows: [
      'input in main: Name | Email | Password',
      'button in main: Register | Sign up with Google',
      'link in main: Login → /login | Demo mailbox',
    ],
    does: [
      ['register', 'red: Name is Required | Email is Required | Password is Required'],
      [
        'register with an invalid address and five characters',
        'red: Provide a valid Email | Must be 6 characters or longer',
      ],
      [
        'register with a taken address',
        'red: This email already has an account. Log in, or set a new password.',
      ],
    ],
  },
  {
    spec: '§ 8 a profile update without a user',
    at: '/editProfile',
    shows: ['No user is logged in', 'link in main: Login → /login?from=%2FeditProfile'],
  },
]

const customer: Omit<Screen, 'who'>[] = [
  {
    spec: '§ 2 Header, signed in, § 4 Log Out',
    at: '/',
    given: 'a sign-in of its own',
    shows: [
      'link in navigation "Main": Home | Dashboard → /dashboard | Portfolio | Blogs',
      'button: Account: Nora Lind',
    ],
    does: [
      ['open the account menu', 'Nora Lind', 'button: Log Out'],
      ['press Log Out', ...confirmDialog('You Want to Log Out?', 'Yes, log out')],
      ['cancel', 'button: Account: Nora Lind'],
      ['log out', 'You are successfully Log Out', 'link: Login → /login'],
    ],
  },
  {
    spec: '§ 2 Header, signed in, on small screens',
    at: '/blogs',
    width: 360,
    shows: [],
    does: [
      [
        'open the drawer',
        'link in navigation "Drawer": Home | Dashboard | Portfolio | Blogs | Cart | My Orders | My Profile | Account',
        'Nora Lind',
        'button in dialog "Menu": Close menu | Search | Dark theme | Log Out',
      ],
    ],
  },
  {
    spec: '§ 2 Purchase page, § 5 quantity and order form, § 8',
    at: '/purchase/:id',
    given: 'a part',
    shows: [
      ...['BR-2804-22', '$64.90'],
      'term: Product id | Minimum order quantity | Available quantity | Total',
      'button: Update Quantity (enabled) | Purchase (enabled)',
      'input in region "Your order": Product id (read-only) | Name (read-only) | Email (read-only) | Product name (read-only) | Price (read-only) | Quantity (read-only) | Address (required) | Phone (required) | Location (required)',
    ],
    does: [
      ['empty the quantity', 'red: Please input Your Quantity', disabled],
      ['enter more than the stock', 'red: Order Quantitiy can not bigger than available quantity', disabled],
      [
        'enter less than the minimum order',
        'red: Order Quantity can not smaller than minimum order',
        disabled,
      ],
      ['enter 0', disabled],
      ['update the quantity', 'Good job!', 'You clicked the button!', '$194.70'],
      ['purchase', 'red: Address is required | Phone is required | Location is required'],
      ['fill in the order and purchase', 'Congratulations! Successfully Purchase this product!', 'link: Pay'],
    ],
  },
  {
    spec: '§ 2 Dashboard menu, My Profile',
    at: '/dashboard',
    shows: [
      'link in navigation "Dashboard": My Profile | My Orders | Add Review | Addresses → /dashboard/addresses | Account → /dashboard/account',
      'input in main: Name (read-only) | Email (read-only) | Education | Location | Number | Linkedin',
      'link: Edit profile → /editProfile',
    ],
  },
  {
    spec: '§ 2 My Orders, § 8 deleting an order',
    at: '/dashboard/orders',
    given: 'an unpaid order',
    shows: [
      'columnheader in table "My Orders": Order name | Quantity | Phone | Address | Price | Payment | Action',
      'unpaid',
      'link: Pay → /dashboard/payment/{id}',
      'button: Delete (enabled)',
    ],
    does: [
      ['press Delete', ...confirmDialog('You want to remove this order?', 'Remove order')],
      ['confirm', 'Your order has been deleted!'],
    ],
  },
  {
    spec: '§ 2 My Orders, a paid order',
    at: '/dashboard/orders',
    given: 'a paid order',
    shows: ['paid', '{transactionId}', 'button: Delete (disabled)'],
  },
  {
    spec: '§ 2 Payment, § 8 card errors in red, success',
    at: '/dashboard/payment/:id',
    given: 'an unpaid order',
    shows: ['Hello, Ines Ferreira', `link: ${DISC}`, 'Amount to pay', '$129.80', 'button: Pay (enabled)'],
    does: [
      ['pay with a declined card', 'red: Your card was declined.'],
      ['pay', 'Your Payment is Successfull', 'Transaction id', 'link: My Orders → /dashboard/orders'],
    ],
  },
  {
    spec: '§ 2 Payment, paid before',
    at: '/dashboard/payment/:id',
    given: 'a paid order',
    shows: ['This order is paid.', 'Transaction id', '{transactionId}'],
  },
  {
    spec: '§ 2 Add Review, § 5 review, § 8, § 9 rating',
    at: '/dashboard/review',
    shows: [
      'radio in group "Rating": 1 star | 2 stars | 3 stars | 4 stars | 5 stars (checked)',
      'input: Name (required) | Photo URL | Description (required)',
      'button in main: Add Review',
    ],
    does: [
      ['send an empty review', 'red: Name is required | Description is required'],
      ['send a review', 'Successfully Added Your Review!'],
    ],
  },
  ...failures(['/dashboard/orders', '/dashboard', '/dashboard/account']),
]

const admin: Omit<Screen, 'who'>[] = [
  {
    spec: '§ 2 Dashboard menu of admins',
    at: '/dashboard',
    shows: [
      'link in navigation "Dashboard": Overview | Manage Orders | Add Product | Manage Product | Import Parts | Reviews | Categories | Part Types | Attributes | Make Admin | Estimates | Subscribers | Store | Audit | Failed Mails | Failed Jobs | My Profile | Account → /dashboard/account',
    ],
  },
  {
    spec: '§ 2 Manage Orders, § 8 status dropdown',
    at: '/dashboard/manageOrders',
    given: 'an unpaid order',
    shows: [
      'columnheader in table "Manage Orders": Email | Product name | Quantity | Status | Payment | Price | Action',
      `option in combobox "Status of ${DISC} for {email}": Pending | Shift`,
    ],
    does: [
      ['choose Shift', ...confirmDialog('Do you want to shift this order?', 'Yes, shift it')],
      ['confirm', 'The order is now Shift.'],
      ['choose Pending', ...confirmDialog('Do you want to place the order pending?', 'Yes, pending')],
      ['confirm', 'The order is now Pending.'],
    ],
  },
  {
    spec: '§ 2 Add Product, § 5 required and numeric inputs, § 8',
    at: '/dashboard/addProduct',
    shows: [
      'input: Product name (required) | Price (required) | Minimum order (required)',
      'input: Available quantity (required) | Image address (required) | Description',
      'button: Add Product',
    ],
    does: [
      [
        'add a part without values',
        'red: Product name is required | Price is required | Minimum order is required | Available quantity is required | Image address is required',
      ],
      ['add a part', 'Successfully Added Product!'],
    ],
  },
  {
    spec: '§ 2 Manage Product, § 8',
    at: '/dashboard/manageProduct?q=named%20things',
    given: 'a part to delete',
    shows: ['heading: Part of the named things', 'button: Delete'],
    does: [
      ['press Delete', ...confirmDialog('You want to delete this product?', 'Delete product')],
      ['confirm', 'Your Product has been deleted!'],
    ],
  },
  {
    spec: '§ 2 Make Admin, § 8',
    at: '/dashboard/makeAdmin',
    given: 'a new account',
    shows: [
      'columnheader in table "Accounts": Email | Verification | Role | Admin | Action',
      'row: {email} Mira Holt Email not verified Customer Make Admin Remove',
    ],
    does: [
      ['press Make Admin', ...confirmDialog('You Want to Make an Admin?', 'Yes, make an admin')],
      [
        'confirm',
        'Successfully Make an Admin',
        'row: {email} Mira Holt Email not verified Admin Admin Remove',
      ],
      ['press Remove', ...confirmDialog('You want to remove this user?', 'Yes, remove')],
      ['confirm', 'user has been deleted!'],
    ],
  },
  ...failures([
    '/dashboard/overview',
    '/dashboard/audit',
    '/dashboard/importParts',
    '/dashboard/manageOrders',
    '/dashboard/manageProduct',
    '/dashboard/makeAdmin',
    '/dashboard/reviews',
    '/dashboard/estimates',
    '/dashboard/subscribers',
    '/dashboard/store',
    '/dashboard/failedMails',
    '/dashboard/failedJobs',
  ]),
]

/** These pages while the store is unavailable: in `npm test` the first one. */
function failures(pages: string[]): Omit<Screen, 'who'>[] {
  const shows: Expected[] = ['heading: This page did not load', 'button: Retry', 'navigation: Dashboard']
  return someOf(pages).map((at) => ({
    spec: '§ 8 failures: Retry',
    at,
    given: 'an unavailable store',
    shows,
  }))
}

export const screens: Screen[] = [
  ...signedOut.map((screen) => ({ ...screen, who: 'signed out' as const })),
  ...customer.map((screen) => ({ ...screen, who: 'customer' as const })),
  ...admin.map((screen) => ({ ...screen, who: 'admin' as const })),
]
