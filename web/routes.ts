import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('home/home-route.tsx'),
  route('parts', 'catalog/list/parts-route.tsx'),
  route('parts/:id', 'catalog/part/part-route.tsx'),
  route('purchase/:id', 'orders/purchase/purchase-route.tsx'),
  route('portfolio', 'pages/portfolio-route.tsx'),
  route('blogs', 'pages/blogs-route.tsx'),

  route('dashboard', 'layout/dashboard/dashboard-route.tsx', [
    layout('layout/dashboard/dashboard-page.tsx', [
      index('account/profile/profile-route.tsx'),
      route('account', 'account/security/account-route.tsx'),
      route('orders', 'orders/my-orders-route.tsx'),
      route('payment/:id', 'payments/payment-route.tsx'),
      route('review', 'reviews/add-review-route.tsx'),
      route('addProduct', 'catalog/manage/add-product-route.tsx'),
      route('manageProduct', 'catalog/manage/manage-product-route.tsx'),
      route('manageOrders', 'orders/manage-orders-route.tsx'),
      route('makeAdmin', 'account/users/make-admin-route.tsx'),
      route('orders/:id', 'orders/order-route.tsx'),
      route('overview', 'overview/overview-route.tsx'),
      route('importParts', 'catalog/import/import-parts-route.tsx'),
      route('reviews', 'reviews/manage-reviews-route.tsx'),
      route('estimates', 'requests/estimates-route.tsx'),
      route('subscribers', 'requests/subscribers-route.tsx'),
      route('failedMails', 'mails/failed-mails-route.tsx'),
      route('failedJobs', 'jobs/failed-jobs-route.tsx'),
    ]),
  ]),
  route('login', 'account/sign-in/login-route.tsx'),
  route('register', 'account/sign-in/register-route.tsx'),
  route('forgot-password', 'account/sign-in/forgot-password-route.tsx'),
  route('reset-password', 'account/sign-in/reset-password-route.tsx'),
  route('add-email', 'account/sign-in/add-email-route.tsx'),
  layout('edit-profile-frame.tsx', [
    route('editProfile', 'account/profile/edit-profile-route.tsx', { id: 'edit-profile' }),
  ]),

  route('drawings/:file', 'catalog/part/drawing-route.ts'),
  route('*', 'pages/not-found-route.tsx'),
] satisfies RouteConfig
