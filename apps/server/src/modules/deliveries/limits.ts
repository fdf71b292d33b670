/** How often a synthesis is tried before it counts as failed; refusals are not tried again. */
export const SYNTHESIS_ATTEMPTS = 3
