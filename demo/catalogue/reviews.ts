import * as z from 'zod/mini'
import newestFirst from './reviews.json' with { type: 'json' }

/** A review of the demo store; `daysAgo` is relative to the time at which it is added. */
const demoReviewSchema = z.object({
  name: z.string(),
  description: z.string(),
  rating: z.number(),
  partNumber: z.optional(z.string()),
  img: z.optional(z.string()),
  daysAgo: z.number(),
})
export type DemoReview = z.infer<typeof demoReviewSchema>

export const demoReviews: DemoReview[] = z.array(demoReviewSchema).parse(newestFirst)
