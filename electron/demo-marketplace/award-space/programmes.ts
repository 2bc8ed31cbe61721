import { carrierByCode, type DemoCarrier } from './carriers.ts';

/** A frequent-flyer programme: its partner carriers and how it prices their seats. */
export type Programme = {
  source: string;
  carriers: readonly DemoCarrier[];
  pricing: 'chart' | 'dynamic';
  /** Business miles relative to the common distance chart. */
  level: number;
  /** How far a price can exceed the lowest, as a share of it. */
  spread: number;
  /** Share of days with award space, before other factors. */
  availableShare: number;
  /** Share of records with a seat count; the others state 0, which means unknown. */
  seatCountShare: number;
};

function programme(
  source: string,
  carriers: string,
  pricing: 'chart' | 'dynamic',
  level: number,
  spread: number,
  availableShare: number,
  seatCountShare: number,
): Programme {
  const known = carriers.split(' ').map(carrierByCode);
  return {
    source,
    carriers: known.filter((one) => one !== undefined),
    pricing,
    level,
    spread,
    availableShare,
    seatCountShare,
  };
}

const STAR = 'UA AC LH LX OS SN LO TP TK AV CM NH OZ SQ TG CA BR AI ET SA NZ';
const ONEWORLD = 'AA BA IB AY QR RJ CX JL MH QF AS HA FJ';
const SKYTEAM = 'DL AF KL AM SV SK KE CI MU VN GA KQ AR VS';

export const PROGRAMMES: readonly Programme[] = [
  programme('aeroplan', `${STAR} EK EY GF`, 'chart', 1.05, 0.25, 0.62, 0.85),
  programme('alaska', `${ONEWORLD} SQ EI KE`, 'chart', 0.95, 0.3, 0.5, 0.8),
  programme('american', `${ONEWORLD} EY G3`, 'dynamic', 1, 1.6, 0.58, 0.7),
  programme('azul', 'AD UA TP TK CM AV LH', 'dynamic', 1.9, 1.2, 0.34, 0.5),
  programme('british_airways', `${ONEWORLD} EI LA`, 'chart', 1.1, 0.2, 0.52, 0.75),
  programme('delta', `${SKYTEAM} LA WS`, 'dynamic', 1.8, 2.4, 0.68, 0.6),
  programme('emirates', 'EK AA AC QF UA', 'chart', 1.35, 0.1, 0.4, 0.4),
  programme('etihad', 'EY AA KL AF SV AC', 'chart', 1.15, 0.4, 0.38, 0.45),
  programme('eurobonus', SKYTEAM, 'chart', 1, 0.15, 0.4, 0.3),
  programme('flyingblue', `${SKYTEAM} QF LA`, 'dynamic', 0.95, 1.3, 0.66, 0.8),
  programme('lifemiles', STAR, 'chart', 1, 0.2, 0.5, 0.35),
  programme('qantas', `${ONEWORLD} EK AF KL LA`, 'chart', 1.25, 0.2, 0.46, 0.65),
  programme('qatar', ONEWORLD, 'chart', 1.1, 0.2, 0.44, 0.6),
  programme('saudia', SKYTEAM, 'chart', 1.2, 0.3, 0.26, 0.2),
  programme('singapore', `${STAR} AS VS VA`, 'chart', 1.2, 0.15, 0.44, 0.9),
  programme('smiles', 'G3 AA AF KL AM EK QR TK', 'dynamic', 2.6, 1.1, 0.33, 0.55),
  programme('turkish', STAR, 'chart', 0.85, 0.2, 0.42, 0.3),
  programme('united', STAR, 'dynamic', 1.2, 1.4, 0.66, 0.75),
  programme('velocity', 'VA SQ UA AC QR EY HA', 'chart', 1.1, 0.2, 0.34, 0.5),
  programme('virginatlantic', 'VS DL AF KL KE SK SV NZ AM', 'dynamic', 0.8, 1.8, 0.56, 0.8),
];
