import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { TakeAway, type Takeable } from './take-away.tsx';

/** A view passes to the screen's heading what can be exported; null where nothing is shown. */
const Place = createContext<(takeable: Takeable | null) => void>(() => {});

type TakeAwayPlaceProps = { children: (takeAway: ReactNode) => ReactNode };

/** Renders the export buttons of a view where the screen wants them. */
export function TakeAwayPlace({ children }: TakeAwayPlaceProps) {
  const [takeable, setTakeable] = useState<Takeable | null>(null);
  return (
    <Place.Provider value={setTakeable}>
      {children(takeable && <TakeAway key={takeable.name} {...takeable} />)}
    </Place.Provider>
  );
}

/** Offers what is shown for export. Its content is created when a button is pressed, from the state at that time. */
export function useTakeable(takeable: Takeable | undefined): void {
  const offer = useContext(Place);
  const latest = useRef(takeable);
  latest.current = takeable;
  const name = takeable?.name;
  const noun = takeable?.noun;
  useEffect(() => {
    if (name === undefined || noun === undefined) {
      offer(null);
      return;
    }
    const now = () => {
      if (latest.current === undefined) throw new Error('Nothing is shown any more.');
      return latest.current;
    };
    offer({
      name,
      noun,
      table: () => now().table(),
      data: () => now().data(),
      json: () => now().json(),
      picture: () => now().picture(),
    });
    return () => offer(null);
  }, [offer, name, noun]);
}
