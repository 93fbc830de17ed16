import type { Offer, OpenOffer, Seat } from '$lib/base/protocol/types';

/** The seats that must agree to an offer, including those that already did: all concerned seats except the offer's own. */
function concerned({ what, by }: OpenOffer, seats: readonly Seat[]): Seat[] {
  const team = seats[by]?.team;
  return seats.filter((seat) => {
    if (seat.seat === by) return false;
    switch (what) {
      case 'draw':
        return !seat.out;
      case 'takeback':
        return !seat.out && seat.team !== team;
      case 'resignation':
        return seat.team === team;
      case 'rematch':
        return true;
    }
  });
}

/** The seats that have not answered an offer. */
export function awaited(offer: OpenOffer, seats: readonly Seat[]): Seat[] {
  return concerned(offer, seats).filter(({ seat }) => !offer.agreed.includes(seat));
}

/** The open offer of that kind, if there is one. */
export function offerOf(offers: readonly OpenOffer[], what: Offer): OpenOffer | undefined {
  return offers.find((offer) => offer.what === what);
}

/** Whether an offer concerns a seat: a side keeps its intention to resign to itself. */
export function concerns({ what, by }: OpenOffer, seats: readonly Seat[], seat: number): boolean {
  return what !== 'resignation' || seats[seat]?.team === seats[by]?.team;
}
