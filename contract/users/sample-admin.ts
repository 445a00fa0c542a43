export const sampleAdmin = { email: 'admin@example.com', password: 'partsline-admin' } as const
