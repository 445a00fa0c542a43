import { initialValues } from '#contract/catalog/products/part-fields.ts'

const examplePart = {
  productName: 'Brake disc, vented',
  price: 12.5,
  minimumOrder: 2,
  availableQuantity: 40,
  category: 'wheels',
  brand: 'Harrow',
  partNumber: 'BD-280-V',
  description: 'Vented disc for the front axle.',
  img: '/drawings/brake-disc.svg',
}

export const schemaExamples: Record<string, unknown> = {
  Product: {
    _id: '01982f5e-7c11-7d3a-9a52-0f4f6a1d2b3c',
    ...initialValues,
    ...examplePart,
    name: examplePart.productName,
    currency: 'usd',
    score: { average: 4.5, count: 12 },
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
