import type { Offer, OpenOffer, Seat } from '$lib/protocol/types';

/** The seats that have to agree to an offer, whoever has agreed already: all it concerns without the one that made it. */
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

/** Who has still to say something to an offer. */
export function awaited(offer: OpenOffer, seats: readonly Seat[]): Seat[] {
  return concerned(offer, seats).filter(({ seat }) => !offer.agreed.includes(seat));
}

/** The open offer of that kind, if there is one. */
export function offerOf(offers: readonly OpenOffer[], what: Offer): OpenOffer | undefined {
  return offers.find((offer) => offer.what === what);
}

/** Whether somebody's seat has to do with an offer: a side keeps it to itself that it thinks of resigning. */
export function concerns({ what, by }: OpenOffer, seats: readonly Seat[], seat: number): boolean {
  return what !== 'resignation' || seats[seat]?.team === seats[by]?.team;
}
