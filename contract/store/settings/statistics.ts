/** The value of a statistic that stands for the number of parts on sale. */
export const AUTO = 'auto'
