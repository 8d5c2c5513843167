"""What Harbor & Pine sells: texts, prices, days and hours."""

from dataclasses import dataclass, field
from datetime import time
from typing import Final

EVERY_DAY: Final = (0, 1, 2, 3, 4, 5, 6)
WEEKEND: Final = (5, 6, 0)
CATEGORIES: Final = ("On the water", "In the woods", "After dark", "Private")
BOATHOUSE: Final = "Harbor & Pine boathouse\n12 West Street Pier, Bar Harbor"
BARN: Final = "The Bike Barn\n40 Paradise Hill Road, Bar Harbor"
LANDING: Final = "Long Pond boat landing\nPretty Marsh Road, Mount Desert"


@dataclass(frozen=True, slots=True)
class Rule:
    """When it happens; weekdays 0 to 6, 0 is Sunday. `extra` goes onto every price (cents)."""

    times: tuple[str, ...]
    weekdays: tuple[int, ...] = EVERY_DAY
    extra: int = 0

    @property
    def starts(self) -> tuple[time, ...]:
        """Return the times of day."""
        return tuple(time.fromisoformat(text) for text in self.times)


@dataclass(frozen=True, slots=True)
class Plan:
    """One experience; prices in cents by customer type slug, minutes long, `capacity` seats."""

    picture: str
    name: str
    category: str
    short: str
    body: str
    bring: str
    meeting_point: str
    minutes: int
    capacity: int
    prices: dict[str, int]
    rules: tuple[Rule, ...]
    color: str
    included: str = ""
    min_age: int | None = None
    languages: tuple[str, ...] = ("en",)
    resource: str = ""
    guides: int = 1
    popularity: float = 1.0
    is_requires_review: bool = False
    labels: dict[str, str] = field(default_factory=dict)
    pax_per_booking: dict[str, int] = field(default_factory=dict)


def _html(*paragraphs: str) -> str:
    return "".join(f"<p>{text}</p>" for text in paragraphs)


PLANS: Final = (
    Plan(
        picture="sea-kayak",
        name="Sunrise Sea Kayak",
        category="On the water",
        short="Paddle out before the town wakes and watch the sun come up between the Porcupines.",
        body=_html(
            "We push off in the blue hour, when the harbor is flat and the only sound is your "
            "paddle. By the time the sun clears Schoodic we are among the Porcupine Islands, with "
            "seals on the ledges and coffee in the thermos.",
            "Stable tandem kayaks, small groups and guides who grew up on this water. No "
            "experience needed: we practice on the beach until everyone smiles.",
        ),
        bring="Layers that may get wet, a hat, a dry pair of socks for afterwards.",
        included="Tandem kayak, spray skirt, life vest, dry bag, coffee and blueberry cake.",
        meeting_point=BOATHOUSE,
        minutes=150,
        capacity=12,
        prices={"adult": 8900, "youth": 6900, "senior": 7900},
        rules=(Rule(("06:15",)), Rule(("09:30",), WEEKEND)),
        color="#c2562f",
        min_age=10,
        languages=("en", "fr"),
        resource="Tandem kayaks",
        guides=2,
        popularity=1.2,
    ),
    Plan(
        picture="schooner",
        name="Sunset Sail on the Margaret Rowe",
        category="On the water",
        short="Two hours under canvas on a wooden schooner, timed so that the sun does the rest.",
        body=_html(
            "The Margaret Rowe was built for carrying granite and now carries people who like "
            "quiet. Lend a hand with the halyards or lean against the cabin with a drink; either "
            "way the engine stays off once we are past the breakwater.",
            "We sail in almost any breeze. If it blows too hard the captain moves you to another "
            "evening, without a fee.",
        ),
        bring="A warm jacket, even in August. Bring your own food and drink if you like.",
        included="Blankets, hot cider in the colder months, a song if you insist.",
        meeting_point="Harbor & Pine, slip 4\nWest Street Pier, Bar Harbor",
        minutes=120,
        capacity=28,
        prices={"adult": 7400, "child": 4900, "senior": 6900, "infant": 0},
        rules=(Rule(("14:00", "17:00"), (1, 2, 3, 4)), Rule(("14:00", "17:00"), WEEKEND, extra=600)),
        color="#b4732a",
        languages=("en", "de"),
        resource="Schooner Margaret Rowe",
        popularity=1.6,
    ),
    Plan(
        picture="whales",
        name="Whales & Puffins Offshore",
        category="On the water",
        short="Forty miles out with a naturalist on board: humpbacks, fin whales, puffin islands.",
        body=_html(
            "Fast out, slow among the whales. Our naturalist knows many of them by their tails "
            "and keeps a list that goes back nineteen years. On the way home we pass Petit Manan, "
            "where puffins nest into August.",
            "No whale, no worry: if we see none, your ticket is good for another trip, for life.",
        ),
        bring="Windproof clothes, sunglasses, something against a queasy stomach.",
        included="Heated cabin, binoculars to borrow, field guide, chowder on the way home.",
        meeting_point="Harbor & Pine, slip 7\nWest Street Pier, Bar Harbor",
        minutes=240,
        capacity=48,
        prices={"adult": 6800, "youth": 5200, "child": 3900, "senior": 6200, "infant": 0},
        rules=(Rule(("08:30", "13:15")),),
        color="#1f6a8c",
        resource="M/V Tern",
        guides=2,
        popularity=1.7,
    ),
    Plan(
        picture="lighthouse",
        name="Lobster Boat & Five Lighthouses",
        category="On the water",
        short="Haul a trap, meet a lobster, and round five lights in one unhurried afternoon.",
        body=_html(
            "Captain June still fishes eight hundred traps, and two of them are on your way. You "
            "learn how to tell a hen from a cock, how to band a claw, and why the small ones go "
            "back. Between hauls she steers close under five lighthouses and tells whose ghost "
            "belongs to which."
        ),
        bring="A camera and shoes that do not mind salt water.",
        included="Oilskins for the brave, lemonade, a recipe.",
        meeting_point="Harbor & Pine, slip 2\nWest Street Pier, Bar Harbor",
        minutes=105,
        capacity=22,
        prices={"adult": 5400, "child": 3400, "senior": 4900, "infant": 0},
        rules=(Rule(("10:00", "12:30", "15:00")),),
        color="#a3392f",
        languages=("en", "es"),
        resource="Lobster boat Nan B.",
        popularity=1.3,
    ),
    Plan(
        picture="paddle",
        name="Quiet Water Paddleboard",
        category="On the water",
        short="A glassy pond below the mountains, a board each, and mist that lifts on cue.",
        body=_html(
            "Long Pond is sheltered, warm by Maine standards and shared mostly with loons. We "
            "start on our knees, stand up when you feel like it and drift home with the breeze."
        ),
        bring="Swimwear under warm clothes, a towel, water.",
        included="Board, paddle, leash, life vest, wetsuit when it is cold.",
        meeting_point=LANDING,
        minutes=90,
        capacity=10,
        prices={"adult": 5900, "youth": 4500},
        rules=(Rule(("08:00", "10:30")),),
        color="#3f7f78",
        min_age=8,
        resource="Paddleboards",
        popularity=0.9,
    ),
    Plan(
        picture="zip-line",
        name="Treetop Zip-line Tour",
        category="In the woods",
        short="Nine lines through old spruce, the longest 840 feet, with the ocean at the end.",
        body=_html(
            "You start low and slow between two friendly maples and finish on the Osprey, 840 "
            "feet of cable with a view all the way to Ironbound Island. Two guides, two carabiners "
            "and a platform to catch your breath after every line.",
            "Weight 60 to 250 lb, closed shoes, a head for heights that may still be growing.",
        ),
        bring="Closed shoes, long trousers, hair tied back.",
        included="Harness, helmet, gloves, and a picture of you looking brave.",
        meeting_point="The Tree House\n301 Crooked Road, Bar Harbor",
        minutes=135,
        capacity=10,
        prices={"adult": 9900, "youth": 7900},
        rules=(Rule(("09:00", "11:30", "14:30")),),
        color="#3e6b3a",
        min_age=8,
        languages=("en", "es"),
        resource="Van Juniper",
        guides=2,
        popularity=1.4,
    ),
    Plan(
        picture="carriage-road",
        name="Carriage Roads by Bike",
        category="In the woods",
        short="Broken stone, sixteen granite bridges and no cars: the park as it was meant.",
        body=_html(
            "Fifteen easy miles on the carriage roads, with a stop for popovers where the road "
            "bends above Jordan Pond. Your guide carries the repair kit, the stories and the "
            "lunch. Electric bikes are there for anybody who would like help on the hills."
        ),
        bring="Comfortable shoes and a small rucksack.",
        included="Bike or electric bike, helmet, park pass, popovers with jam.",
        meeting_point=BARN,
        minutes=210,
        capacity=14,
        prices={"adult": 7200, "youth": 5400, "student": 6400},
        rules=(Rule(("09:15", "13:30")),),
        color="#b0552a",
        min_age=10,
        languages=("en", "de", "nl"),
        resource="Van Spruce",
        popularity=1.0,
    ),
    Plan(
        picture="lantern-walk",
        name="Lantern Walk: Ghosts of Frenchman Bay",
        category="After dark",
        short="By lantern through the old streets, with the people who never quite left them.",
        body=_html(
            "The fire of 1947 took the great cottages, but not everyone in them. Your host "
            "carries a lantern and a key to the churchyard, and knows which windows to look up "
            "to. More goose bumps than gore: children from seven upwards love it."
        ),
        bring="A warm coat. Garlic is not necessary.",
        included="A lantern for every second guest, mulled cider at the end.",
        meeting_point="Village Green bandstand\nMain Street, Bar Harbor",
        minutes=75,
        capacity=20,
        prices={"adult": 2900, "child": 1700, "student": 2400},
        rules=(Rule(("18:30", "20:15")),),
        color="#6b4a7d",
        min_age=7,
        languages=("en", "fr"),
        popularity=1.2,
    ),
    Plan(
        picture="stargazing",
        name="Stargazing on the Summit",
        category="After dark",
        short="The darkest sky on the Eastern Seaboard, two telescopes and a thermos of cocoa.",
        body=_html(
            "We drive up in the last light and let our eyes get used to it. Then the Milky Way "
            "comes out, and our astronomer walks you through it with a green pointer and a red "
            "torch: Saturn's rings, the ring nebula, a galaxy you can see without any help."
        ),
        bring="More clothes than you think. Torches stay in the bag.",
        included="Van to the summit and back, blankets, cocoa, two telescopes.",
        meeting_point=BARN,
        minutes=150,
        capacity=13,
        prices={"adult": 4900, "child": 2900, "senior": 4500},
        rules=(Rule(("20:30",), (0, 3, 4, 5, 6)),),
        color="#3b4a86",
        resource="Van Juniper",
        popularity=0.8,
    ),
    Plan(
        picture="island-picnic",
        name="Private Island Picnic",
        category="Private",
        short="A boat, a basket and an island for your party alone.",
        body=_html(
            "Tell us who is coming and what you love to eat. We pack the basket, run you out to "
            "a spruce island with one beach and no neighbors, and come back when you wave. "
            "Proposals have a way of succeeding there.",
            "We confirm every request personally within a day, because the tide has a say.",
        ),
        bring="Your favorite people.",
        included="Boat and captain, picnic for six, blankets, badminton, a corkscrew.",
        meeting_point=BOATHOUSE,
        minutes=240,
        capacity=6,
        prices={"boat": 54000},
        rules=(Rule(("11:00",)),),
        color="#2f6f55",
        resource="Launch Periwinkle",
        popularity=0.35,
        is_requires_review=True,
        labels={"boat": "Private boat, up to 6"},
        pax_per_booking={"boat": 6},
    ),
)
